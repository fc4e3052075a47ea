"""The desk of operators: their hands with failures first, by verdict, table, day and player, and what changed.

    models      its tables
    ranks       the order of verdicts
    names       how names of players are compared
    rows        keeps the rows of the desk in step with hands, summaries and owners of tables
    listing     fills the desk with the hands of tables that were assigned
    filters     which hands a list shows, and from where on
    queries     the statements that the pages read; each is answered from an index
    service     what a page shows

The desk has rows of its own (`web.store.desk.models`), since no index spans two tables. It holds hands of tables
that belong to an operator, and every row names the operator: no operator sees a hand of another's table.
"""
