"""The database's schema as numbered steps. Append only: a step that was released never changes."""

from __future__ import annotations

_FIRST = (
    """
    CREATE TABLE models (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        revision TEXT NOT NULL,
        dimension INTEGER NOT NULL,
        UNIQUE (name, revision, dimension)
    )""",
    # AUTOINCREMENT here and below: a search structure or a citation may outlive a row, and must not find another.
    # `generation` grows with each change of the documents: derived structures compare it with their own.
    """
    CREATE TABLE collections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        title TEXT NOT NULL,
        model_id INTEGER NOT NULL REFERENCES models,
        chunk_size INTEGER NOT NULL,
        chunk_overlap INTEGER NOT NULL,
        chunk_cap INTEGER NOT NULL,
        generation INTEGER NOT NULL DEFAULT 0,
        opened REAL NOT NULL,
        UNIQUE (kind, key)
    )""",
    """
    CREATE TABLE documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        uri TEXT NOT NULL,
        title TEXT NOT NULL,
        folder TEXT NOT NULL,
        media_type TEXT NOT NULL,
        language TEXT NOT NULL,
        strategy TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        chunk_count INTEGER NOT NULL,
        anchors TEXT NOT NULL,
        markdown TEXT NOT NULL,
        UNIQUE (collection_id, uri)
    )""",
    # A chunk's text is not stored: it is a slice of its document's Markdown. `text_hash` is of the embedded text.
    """
    CREATE TABLE chunks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL,
        headings TEXT NOT NULL,
        text_hash TEXT NOT NULL
    )""",
    "CREATE INDEX chunks_by_document ON chunks (document_id, start)",
    "CREATE INDEX chunks_by_text ON chunks (text_hash)",
    """
    CREATE TABLE vectors (
        model_id INTEGER NOT NULL REFERENCES models,
        text_hash TEXT NOT NULL,
        vector BLOB NOT NULL,
        UNIQUE (text_hash, model_id)
    )""",
    """
    CREATE TABLE jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        title TEXT NOT NULL,
        request TEXT NOT NULL,
        state TEXT NOT NULL,
        stage TEXT NOT NULL DEFAULT '',
        total INTEGER NOT NULL DEFAULT 0,
        indexed INTEGER NOT NULL DEFAULT 0,
        unchanged INTEGER NOT NULL DEFAULT 0,
        skipped INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        error TEXT NOT NULL DEFAULT '',
        created REAL NOT NULL,
        updated REAL NOT NULL
    )""",
    """
    CREATE TABLE job_items (
        job_id INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
        uri TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        UNIQUE (job_id, uri)
    )""",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

_SITES = (
    # How a site was asked for last, as JSON, and when it was read and is to be read again.
    "ALTER TABLE collections ADD COLUMN request TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE collections ADD COLUMN refresh_hours INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE collections ADD COLUMN refreshed REAL NOT NULL DEFAULT 0",
    # One row for each indexed page: what makes the next crawl cheap. `job_id` is the last job that came by it.
    """
    CREATE TABLE site_pages (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        uri TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        etag TEXT NOT NULL,
        last_modified TEXT NOT NULL,
        listed TEXT NOT NULL,
        body_hash TEXT NOT NULL,
        links TEXT NOT NULL,
        fetched REAL NOT NULL,
        maker TEXT NOT NULL,
        job_id INTEGER NOT NULL,
        PRIMARY KEY (collection_id, uri)
    ) WITHOUT ROWID""",
    "CREATE INDEX site_pages_by_fingerprint ON site_pages (collection_id, fingerprint)",
    # Further addresses of an indexed page.
    """
    CREATE TABLE site_aliases (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        uri TEXT NOT NULL,
        page_uri TEXT NOT NULL,
        job_id INTEGER NOT NULL,
        PRIMARY KEY (collection_id, uri)
    ) WITHOUT ROWID""",
    "CREATE INDEX site_aliases_by_page ON site_aliases (collection_id, page_uri)",
)

_FILES = (
    # SHA-256 of the file that a document was made from: the same bytes are read once in a collection.
    "ALTER TABLE documents ADD COLUMN file_hash TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX documents_by_file ON documents (collection_id, file_hash)",
)

_ABOUT = (
    # What a document says of itself, as JSON; and its date (ISO, or empty) once more, to search by.
    "ALTER TABLE documents ADD COLUMN about TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE documents ADD COLUMN date TEXT NOT NULL DEFAULT ''",
)

_FOLDERS = (
    # Where the file of a document is that came from a watched folder; empty for all others.
    "ALTER TABLE documents ADD COLUMN path TEXT NOT NULL DEFAULT ''",
    """
    CREATE TABLE watched_folders (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        path TEXT NOT NULL,
        name TEXT NOT NULL,
        exclude TEXT NOT NULL,
        device INTEGER NOT NULL,
        checked REAL NOT NULL DEFAULT 0,
        changed REAL NOT NULL DEFAULT 0,
        UNIQUE (collection_id, path),
        UNIQUE (collection_id, name)
    )""",
    # What each file was when it was read last: one that is still the same is not opened again.
    """
    CREATE TABLE watched_files (
        folder_id INTEGER NOT NULL REFERENCES watched_folders ON DELETE CASCADE,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        file_hash TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (folder_id, path)
    ) WITHOUT ROWID""",
)

_REASONS = (
    # A stable word for the reason of an item, beside its sentence.
    "ALTER TABLE job_items ADD COLUMN code TEXT NOT NULL DEFAULT ''",
)

_LOOKALIKES = (
    # What pages that say nearly the same have in common (`host/core/resemblance.py`).
    """
    CREATE TABLE site_marks (
        collection_id INTEGER NOT NULL,
        uri TEXT NOT NULL,
        mark INTEGER NOT NULL,
        PRIMARY KEY (collection_id, uri, mark),
        FOREIGN KEY (collection_id, uri) REFERENCES site_pages ON UPDATE CASCADE ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "CREATE INDEX site_marks_by_mark ON site_marks (collection_id, mark)",
)


_EDITIONS = (
    # An edition is one index of a collection: the chunks that one model and one way of cutting make of its documents.
    # `edition_id` of a collection names the one that answers; another is made beside it when model or settings change.
    """
    CREATE TABLE editions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        model_id INTEGER NOT NULL REFERENCES models,
        chunk_size INTEGER NOT NULL,
        chunk_overlap INTEGER NOT NULL,
        chunk_cap INTEGER NOT NULL,
        chunker INTEGER NOT NULL
    )""",
    "CREATE INDEX editions_by_collection ON editions (collection_id)",
    # The same number as the collection's: what lies on disk under it stays good.
    """
    INSERT INTO editions (id, collection_id, model_id, chunk_size, chunk_overlap, chunk_cap, chunker)
    SELECT id, id, model_id, chunk_size, chunk_overlap, chunk_cap, 1 FROM collections""",
    "ALTER TABLE collections ADD COLUMN edition_id INTEGER NOT NULL DEFAULT 0",
    "UPDATE collections SET edition_id = id",
    # What is left there of the settings is what the person wants of the next edition.
    "ALTER TABLE collections DROP COLUMN model_id",
    "ALTER TABLE chunks ADD COLUMN edition_id INTEGER NOT NULL DEFAULT 0",
    "UPDATE chunks SET edition_id = (SELECT collection_id FROM documents WHERE documents.id = document_id)",
    # Which documents an edition in the making has already; one without text has no chunk to tell it by.
    """
    CREATE TABLE edition_documents (
        edition_id INTEGER NOT NULL REFERENCES editions ON DELETE CASCADE,
        document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        chunk_count INTEGER NOT NULL,
        PRIMARY KEY (edition_id, document_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX edition_documents_by_document ON edition_documents (document_id)",
)

_OPENINGS = (
    # What a chunk that starts inside a block has to be read with, such as the fence of its code.
    "ALTER TABLE chunks ADD COLUMN opening TEXT NOT NULL DEFAULT ''",
)

_COPIES = (
    # Further paths of a file whose bytes are stored already (`host/index/file_copies.py`).
    """
    CREATE TABLE file_copies (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        uri TEXT NOT NULL,
        file_hash TEXT NOT NULL,
        PRIMARY KEY (collection_id, uri)
    )""",
)

_CORES = (
    # What text stood at another address of a page, as a hash: a further copy of it is known by that.
    "ALTER TABLE site_aliases ADD COLUMN core TEXT NOT NULL DEFAULT ''",
)

_LACKING = (
    # Why a watched file could not be read whole, as a stable word, where a person can do something about it.
    "ALTER TABLE watched_files ADD COLUMN code TEXT NOT NULL DEFAULT ''",
)

_COUNTS = (
    # What a filter asks of all documents of a collection, without their rows: those are as long as their text.
    "CREATE INDEX documents_by_filter ON documents (collection_id, folder, language, date)",
    # How much a collection has: each question looks at that, and to count it takes longer than to answer.
    "ALTER TABLE collections ADD COLUMN documents INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE collections ADD COLUMN chunks INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE collections SET
        documents = (SELECT count(*) FROM documents WHERE collection_id = collections.id),
        chunks = (SELECT coalesce(sum(chunk_count), 0) FROM documents WHERE collection_id = collections.id)""",
    # From here on `generation` grows by itself, also with what only a filter sees.
    """
    CREATE TRIGGER documents_inserted AFTER INSERT ON documents BEGIN
        UPDATE collections
        SET documents = documents + 1, chunks = chunks + new.chunk_count, generation = generation + 1
        WHERE id = new.collection_id;
    END""",
    """
    CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
        UPDATE collections
        SET documents = documents - 1, chunks = chunks - old.chunk_count, generation = generation + 1
        WHERE id = old.collection_id;
    END""",
    """
    CREATE TRIGGER documents_updated AFTER UPDATE OF chunk_count, folder, language, date ON documents
    WHEN (new.chunk_count, new.folder, new.language, new.date)
        IS NOT (old.chunk_count, old.folder, old.language, old.date)
    BEGIN
        UPDATE collections SET chunks = chunks + new.chunk_count - old.chunk_count, generation = generation + 1
        WHERE id = new.collection_id;
    END""",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    _FIRST,
    _SITES,
    _FILES,
    _ABOUT,
    _FOLDERS,
    _REASONS,
    _LOOKALIKES,
    _EDITIONS,
    _OPENINGS,
    _COPIES,
    _CORES,
    _LACKING,
    _COUNTS,
)
"""Step n (from 1) brings a database of `user_version` n - 1 to n."""
