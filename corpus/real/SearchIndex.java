//@ maven org.apache.lucene:lucene-core:9.12.1

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Lucene in memory: four writers add, change and delete documents while four readers search, in one index
 * that flushes and merges all the time.
 */
final class SearchIndex {
    private static final int WRITERS = 4;
    private static final int READERS = 4;
    private static final int DOCUMENTS = 600;
    private static final String[] WORDS = {"red", "green", "blue", "stone", "river", "cloud", "light", "wood"};

    public static void main(String[] args) throws Exception {
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer()).setMaxBufferedDocs(50);
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, config);
                SearcherManager searchers = new SearcherManager(writer, null)) {
            AtomicInteger writing = new AtomicInteger(WRITERS);
            Load.threads(
                    WRITERS + READERS,
                    number -> {
                        if (number >= WRITERS) {
                            read(searchers, writing);
                            return;
                        }
                        try {
                            write(writer, number);
                        } finally {
                            writing.decrementAndGet();
                        }
                    });
            writer.commit();
            searchers.maybeRefreshBlocking();
            // Every tenth document is deleted again.
            int left = WRITERS * (DOCUMENTS - DOCUMENTS / 10);
            Load.same(left, count(searchers, new MatchAllDocsQuery()), "documents");
            Load.same(left, count(searchers, IntPoint.newRangeQuery("size", 0, DOCUMENTS)), "sizes");
            Load.same(1, count(searchers, new TermQuery(new Term("id", "2-7"))), "documents of one id");
            System.out.println("SearchIndex: " + left + " documents in the index");
        }
    }

    private static void write(IndexWriter writer, int number) throws Exception {
        for (int i = 0; i < DOCUMENTS; i++) {
            String id = number + "-" + i;
            writer.addDocument(document(id, i, "first"));
            if (i % 3 == 0) {
                writer.updateDocument(new Term("id", id), document(id, i, "second"));
            }
            if (i % 10 == 0) {
                writer.deleteDocuments(new Term("id", id));
            }
        }
    }

    private static Document document(String id, int i, String version) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.YES));
        String text = WORDS[i % 8] + " " + WORDS[i / 8 % 8] + " " + WORDS[i / 64 % 8] + " " + version;
        document.add(new TextField("text", text, Field.Store.YES));
        document.add(new IntPoint("size", i));
        document.add(new NumericDocValuesField("size-value", i));
        return document;
    }

    /** A searcher sees one moment: its answers fit together, however many are written meanwhile. */
    private static void read(SearcherManager searchers, AtomicInteger writing) throws Exception {
        int round = 0;
        do {
            searchers.maybeRefresh();
            IndexSearcher searcher = searchers.acquire();
            try {
                Query word = new TermQuery(new Term("text", WORDS[round++ % 8]));
                int hits = searcher.count(word);
                var top = searcher.search(word, 10);
                Load.same(Math.min(10, hits), top.scoreDocs.length, "hits shown");
                var stored = searcher.storedFields();
                for (var hit : top.scoreDocs) {
                    String text = stored.document(hit.doc).get("text");
                    Load.same(true, text.contains(WORDS[(round - 1) % 8]), "the word in the hit");
                }
            } finally {
                searchers.release(searcher);
            }
        } while (writing.get() > 0);
    }

    private static int count(SearcherManager searchers, Query query) throws Exception {
        IndexSearcher searcher = searchers.acquire();
        try {
            return searcher.count(query);
        } finally {
            searchers.release(searcher);
        }
    }
}
