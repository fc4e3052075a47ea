"""Operators: who runs tables, and what their game servers publish, store and fetch here.

    errors       why a request is refused
    tokens       what a game server identifies itself with
    accounts     whose token it is, and whose a table or a hand
    sessions     browsers that are signed in with a token
    bodies       the JSON of a request, read strictly
    leaves       the leaf that a request publishes
    service      what requests need: database, log, stored hands
    publishing   from a request to a published leaf, once for each idempotency key
    seeds        receipts for the seeds of players
    cosigning    what players sign of the checkpoint of the commit
    records      records and receipts of hands
    reading      what an operator can read back: hands, a feed of their changes, what was done
    answers      what is answered, as JSON
    client       the same from the other side: a client for game servers

A server seed is stored here only with the leaf that opens it, or in a record. Nothing here knows HTTP but `client`,
and nothing SQL: `web.store.operator_database` has the transactions. Source: /api/v1/openapi.json.
"""
