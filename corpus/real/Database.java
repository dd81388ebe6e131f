//@ maven com.h2database:h2:2.3.232

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * H2 in memory, eight connections: transfers between accounts, with a journal, an index and now and then
 * a query over all. Whatever the order, no money is made or lost.
 */
final class Database {
    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
    private static final int THREADS = 8;
    private static final int TRANSFERS = 400;
    private static final int ACCOUNTS = 64;
    private static final int START = 1000;

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, owner VARCHAR(20), balance INT)");
            statement.execute("CREATE TABLE journal(id IDENTITY, source INT, target INT, amount INT)");
            statement.execute("CREATE INDEX by_source ON journal(source)");
            for (int i = 0; i < ACCOUNTS; i++) {
                statement.execute("INSERT INTO account VALUES(" + i + ", 'owner " + i + "', " + START + ")");
            }
            Load.threads(THREADS, Database::transfers);
            Load.same(ACCOUNTS * START, sum(connection, "SELECT SUM(balance) FROM account"), "balances");
            Load.same(THREADS * TRANSFERS, sum(connection, "SELECT COUNT(*) FROM journal"), "journal");
            statement.execute("SHUTDOWN");
        }
        System.out.println("Database: " + THREADS * TRANSFERS + " transfers, nothing lost");
    }

    private static void transfers(int number) throws SQLException {
        SplittableRandom random = new SplittableRandom(number);
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement change =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                PreparedStatement note =
                        connection.prepareStatement("INSERT INTO journal(source, target, amount) VALUES(?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < TRANSFERS; i++) {
                // The lower account first: two transfers cannot wait for each other.
                int source = random.nextInt(ACCOUNTS - 1);
                int target = random.nextInt(source + 1, ACCOUNTS);
                int amount = random.nextInt(-50, 51);
                execute(change, -amount, source);
                execute(change, amount, target);
                execute(note, source, target, amount);
                connection.commit();
                if (i % 40 == 0) {
                    Load.same(ACCOUNTS * START, sum(connection, "SELECT SUM(balance) FROM account"), "balances");
                    sum(connection, "SELECT COUNT(*) FROM journal WHERE source = " + source);
                    connection.commit();
                }
            }
        }
    }

    private static void execute(PreparedStatement statement, int... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setInt(i + 1, values[i]);
        }
        Load.same(1, statement.executeUpdate(), "rows changed");
    }

    private static int sum(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getInt(1);
        }
    }
}
