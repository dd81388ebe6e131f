//@ maven com.zaxxer:HikariCP:6.2.1
//@ maven com.h2database:h2:2.3.232
//@ maven org.slf4j:slf4j-nop:2.0.16

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HikariCP over H2: eight threads share three connections. A connection is never lent twice at a time, and
 * some are thrown out, so that the pool makes new ones.
 */
final class ConnectionPool {
    private static final int THREADS = 8;
    private static final int CONNECTIONS = 3;
    private static final int LOANS = 600;

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:pool;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(120_000);
        AtomicInteger lent = new AtomicInteger();
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE hit(thread INT PRIMARY KEY, hits INT)");
                for (int i = 0; i < THREADS; i++) {
                    statement.execute("INSERT INTO hit VALUES(" + i + ", 0)");
                }
            }
            Load.threads(THREADS, number -> borrow(pool, lent, number));
            Load.same(0, lent.get(), "connections still lent");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SELECT SUM(hits) FROM hit")) {
                result.next();
                Load.same(THREADS * LOANS, result.getInt(1), "hits");
            }
        }
        System.out.println("ConnectionPool: " + THREADS * LOANS + " loans");
    }

    private static void borrow(HikariDataSource pool, AtomicInteger lent, int number) throws Exception {
        for (int i = 0; i < LOANS; i++) {
            try (Connection connection = pool.getConnection()) {
                Load.same(true, lent.incrementAndGet() <= CONNECTIONS, "as many as there are connections");
                try (PreparedStatement statement =
                        connection.prepareStatement("UPDATE hit SET hits = hits + 1 WHERE thread = ?")) {
                    statement.setInt(1, number);
                    Load.same(1, statement.executeUpdate(), "rows changed");
                }
                lent.decrementAndGet();
                if (i % 100 == 99) {
                    pool.evictConnection(connection);
                }
            }
        }
    }
}
