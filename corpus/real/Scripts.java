//@ maven org.apache.groovy:groovy:4.0.24

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import groovy.lang.Script;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Groovy: classes compiled at run time, whose call sites link themselves while six threads call them. */
final class Scripts {
    private static final int THREADS = 6;
    private static final int ROUNDS = 60;

    private static final String SOURCE = """
            class Account {
                private int balance
                synchronized void add(n) { balance += n }
                synchronized def getTotal() { balance }
            }
            def words(text) { text.split(' ').collect { it.capitalize() }.join(' ') }
            def sum = 0
            (1..n).each { sum += it }
            account.add(n)
            table[n] = words("round ${n} of many")
            [sum: sum, squares: (1..3).collect { it * it + n }, twice: { x -> x * 2 }]
            """;

    public static void main(String[] args) throws Exception {
        GroovyShell shell = new GroovyShell();
        Script first = shell.parse(SOURCE, "First.groovy");
        Object account = shell.evaluate("""
                class Shared { private int balance; synchronized void add(n) { balance += n }
                    synchronized int getTotal() { balance } }
                new Shared()""");
        Map<Integer, String> table = new ConcurrentHashMap<>();
        Load.threads(THREADS, number -> {
            for (int round = 1; round <= ROUNDS; round++) {
                Script script = round % 20 == 0
                        ? new GroovyShell().parse(SOURCE, "Own" + number + "x" + round + ".groovy")
                        : first.getClass().getDeclaredConstructor().newInstance();
                Binding binding = new Binding();
                binding.setVariable("n", round);
                binding.setVariable("account", account);
                binding.setVariable("table", table);
                script.setBinding(binding);
                Map<?, ?> result = (Map<?, ?>) script.run();
                Load.same(round * (round + 1) / 2, result.get("sum"), "sum");
                Load.same(round * 2, ((Closure<?>) result.get("twice")).call(round), "twice");
            }
        });
        Load.same(THREADS * ROUNDS * (ROUNDS + 1) / 2,
                org.codehaus.groovy.runtime.InvokerHelper.getProperty(account, "total"), "total");
        System.out.println("Scripts: " + table.size() + " " + table.get(7));
    }
}
