// Interop verifies exported logs with golang.org/x/mod's sumdb/tlog and sumdb/note.
//
//	interop LOG-KEY WITNESS-KEY FOLDER...
//
// A folder has the files of a log, and receipts (*.receipt.json) of its hands. For each folder one line is printed: what
// was verified, or "refused: " and why. Every hash, proof and signature is checked by x/mod; what it does not have, the
// paths of C2SP tlog-tiles and the type of a cosignature, is here.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func main() {
	verifiers, err := readKeys(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, folder := range os.Args[3:] {
		if leaves, receipts, err := verify(folder, verifiers); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println(leaves, "leaves,", receipts, "receipts")
		}
	}
}

// verify recomputes the log in a folder and checks the receipts beside it.
func verify(folder string, verifiers []note.Verifier) (leaves, receipts int, err error) {
	head, err := openFile(filepath.Join(folder, "checkpoint"), verifiers)
	if err != nil {
		return 0, 0, err
	}
	entries, err := readEntries(folder, head.N)
	if err != nil {
		return 0, 0, err
	}
	own, err := storedHashes(entries)
	if err != nil {
		return 0, 0, err
	}
	if err := checkTiles(folder, head, own); err != nil {
		return 0, 0, err
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.receipt.json"))
	if err != nil {
		return 0, 0, err
	}
	for _, path := range paths {
		if err := checkReceipt(path, head, own, verifiers); err != nil {
			return 0, 0, err
		}
	}
	return len(entries), len(paths), nil
}

// hashes are all stored hashes of a log, in the order of x/mod.
type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, index := range indexes {
		if index >= int64(len(h)) {
			return nil, errors.New("there are fewer leaves")
		}
		found = append(found, h[index])
	}
	return found, nil
}

func storedHashes(entries [][]byte) (hashes, error) {
	var own hashes
	for index, entry := range entries {
		added, err := tlog.StoredHashes(int64(index), entry, own)
		if err != nil {
			return nil, err
		}
		own = append(own, added...)
	}
	return own, nil
}

// checkTiles compares every hash in the tiles, which x/mod authenticates, with those computed from the entries.
func checkTiles(folder string, head tlog.Tree, own hashes) error {
	var indexes []int64
	for index := range own {
		indexes = append(indexes, int64(index))
	}
	served, err := tlog.TileHashReader(head, tiles(folder)).ReadHashes(indexes)
	if err != nil {
		return err
	}
	for index := range own {
		if served[index] != own[index] {
			return fmt.Errorf("the entries do not have the hash %d of the tiles", index)
		}
	}
	root, err := tlog.TreeHash(head.N, own)
	if err != nil {
		return err
	}
	if root != head.Hash {
		return errors.New("the entries do not have the root of the checkpoint")
	}
	return nil
}

// tiles is a folder with the tiles of a log.
type tiles string

func (folder tiles) Height() int { return height }

func (folder tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (folder tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		data, err := os.ReadFile(filepath.Join(string(folder), path(tile)))
		if err != nil {
			return nil, err
		}
		if len(data) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", path(tile), len(data))
		}
		found = append(found, data)
	}
	return found, nil
}

// path is where C2SP tlog-tiles has a tile: x/mod's path without the height, and with "entries" for level -1.
func path(tile tlog.Tile) string {
	found := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", height))
	return "tile/" + strings.Replace(found, "data/", "entries/", 1)
}

func readEntries(folder string, size int64) ([][]byte, error) {
	var entries [][]byte
	for first := int64(0); first < size; first += 1 << height {
		tile := tlog.Tile{H: height, L: -1, N: first >> height, W: 1 << height}
		if size-first < int64(tile.W) {
			tile.W = int(size - first)
		}
		data, err := os.ReadFile(filepath.Join(folder, path(tile)))
		if err != nil {
			return nil, err
		}
		for count := 0; count < tile.W; count++ {
			if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
				return nil, fmt.Errorf("%s is cut off", path(tile))
			}
			length := 2 + int(binary.BigEndian.Uint16(data))
			entries, data = append(entries, data[2:length]), data[length:]
		}
		if len(data) > 0 {
			return nil, fmt.Errorf("%s goes on behind its entries", path(tile))
		}
	}
	return entries, nil
}

// checkReceipt checks the header, every proof and every checkpoint of a receipt; each must be what x/mod proves itself.
func checkReceipt(path string, head tlog.Tree, own hashes, verifiers []note.Verifier) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	receipt, err := object(data, "format", "header", "commit", "deal", "close", "seed_receipts")
	if err != nil {
		return err
	}
	if string(receipt["format"]) != `"dealproof/receipt/1"` || string(receipt["seed_receipts"]) != "[]" {
		return errors.New("not a receipt of this format, without seed receipts")
	}
	var before tlog.Tree
	for _, place := range []string{"commit", "deal", "close"} {
		keys := []string{"leaf", "proof", "consistency"}
		if place == "commit" {
			keys = keys[:2]
		}
		entry, err := object(receipt[place], keys...)
		if err != nil {
			return err
		}
		tree, leaf, err := checkEntry(entry, own, verifiers)
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if place == "commit" {
			err = checkHeader(receipt["header"], leaf)
		} else {
			err = checkGrowth(entry["consistency"], before, tree, own)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		before = tree
	}
	proof, err := tlog.ProveTree(head.N, before.N, own)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, head.N, head.Hash, before.N, before.Hash)
}

// checkEntry checks that a leaf is in the tree of its checkpoint, and returns both.
func checkEntry(entry map[string]json.RawMessage, own hashes, verifiers []note.Verifier) (tlog.Tree, []byte, error) {
	var tree tlog.Tree
	leaf, err := canonical(entry["leaf"])
	if err != nil {
		return tree, nil, err
	}
	var text string
	if err := json.Unmarshal(entry["proof"], &text); err != nil {
		return tree, nil, err
	}
	above, below, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(above, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return tree, nil, errors.New("not a proof text")
	}
	index, err := strconv.ParseInt(lines[1][len("index "):], 10, 64)
	if err != nil {
		return tree, nil, err
	}
	proof, err := parseHashes(lines[2:])
	if err != nil {
		return tree, nil, err
	}
	if tree, err = open([]byte(below), verifiers); err != nil {
		return tree, nil, err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leaf)); err != nil {
		return tree, nil, err
	}
	proved, err := tlog.ProveRecord(tree.N, index, own)
	if err != nil {
		return tree, nil, err
	}
	if !equal(proved, proof) {
		return tree, nil, errors.New("not the inclusion proof that x/mod makes")
	}
	return tree, leaf, nil
}

// checkGrowth checks that a consistency proof leads from one tree to another.
func checkGrowth(data json.RawMessage, before, after tlog.Tree, own hashes) error {
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		return err
	}
	proof, err := parseHashes(lines)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, after.N, after.Hash, before.N, before.Hash); err != nil {
		return err
	}
	proved, err := tlog.ProveTree(after.N, before.N, own)
	if err != nil {
		return err
	}
	if !equal(proved, proof) {
		return errors.New("not the consistency proof that x/mod makes")
	}
	return nil
}

// checkHeader checks that a header has the hash that is in the commit.
func checkHeader(header json.RawMessage, commit []byte) error {
	data, err := canonical(header)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(data)
	if !bytes.Contains(commit, []byte(`"header":"`+hex.EncodeToString(hash[:])+`"`)) {
		return errors.New("the commit is of another header")
	}
	return nil
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		found = append(found, hash)
	}
	return found, nil
}

func equal(one, other []tlog.Hash) bool {
	for index := range one {
		if index >= len(other) || one[index] != other[index] {
			return false
		}
	}
	return len(one) == len(other)
}

// object reads a JSON object with these keys and no others.
func object(data []byte, keys ...string) (map[string]json.RawMessage, error) {
	var found map[string]json.RawMessage
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if _, there := found[key]; !there {
			return nil, fmt.Errorf("there is no %q", key)
		}
	}
	if len(found) != len(keys) {
		return nil, errors.New("there are other keys")
	}
	return found, nil
}

// canonical writes a value as RFC 8785 does, as far as headers and leaves need it.
func canonical(data json.RawMessage) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

func openFile(path string, verifiers []note.Verifier) (tlog.Tree, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return tlog.Tree{}, err
	}
	return open(data, verifiers)
}

// open reads a checkpoint that each of the keys has signed; its origin is the name of the first.
func open(data []byte, verifiers []note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(data, note.VerifierList(verifiers...))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != len(verifiers) {
		return tlog.Tree{}, errors.New("a signature is missing")
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifiers[0].Name() {
		return tlog.Tree{}, errors.New("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

func readKeys(log, witness string) ([]note.Verifier, error) {
	first, err := note.NewVerifier(log)
	if err != nil {
		return nil, err
	}
	second, err := newCosigner(witness)
	return []note.Verifier{first, second}, err
}

// cosigner verifies C2SP tlog-cosignature v1: the time, and an Ed25519 signature that binds it.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(text string) (*cosigner, error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("not a key")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return nil, errors.New("not a key of type 4")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if hex.EncodeToString(sum[:4]) != parts[1] {
		return nil, errors.New("not the ID of this key")
	}
	return &cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), ed25519.PublicKey(key[1:])}, nil
}

func (c *cosigner) Name() string { return c.name }

func (c *cosigner) KeyHash() uint32 { return c.hash }

func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(c.key, []byte(message), signature[8:])
}
