//@ maven org.mockito:mockito-core:5.20.0
//@ maven org.springframework:spring-aop:6.1.14
//@ maven org.springframework:spring-context:6.1.14

import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Classes made and changed at run time: Mockito's inline mocks, which retransform, ByteBuddy, cglib, Spring's proxies. */
@SuppressWarnings("unchecked")
public class Mocks {
    static final class Account {
        private volatile int balance;
        private int changes;
        private final ReentrantLock lock = new ReentrantLock();

        synchronized int add(int n) {
            changes++;
            return balance += n;
        }

        int withLock(int n) {
            lock.lock();
            try {
                return n + 1;
            } finally {
                lock.unlock();
            }
        }

        static int rate() {
            return 5;
        }
    }

    public interface Greeter {
        String greet(String name);
    }

    public static class Polite implements Greeter {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String greet(String name) {
            return "hello " + name + (calls.incrementAndGet() > 0 ? "" : "?");
        }
    }

    @Configuration
    static class Beans {
        @Bean
        Greeter greeter() {
            return new Polite();
        }

        @Bean
        List<Greeter> greeters() {
            return List.of(greeter(), greeter());
        }
    }

    public static void main(String[] args) throws Exception {
        Account real = new Account();
        System.out.println("before " + real.add(3) + " " + real.withLock(1));
        inline();
        System.out.println("after " + real.add(4) + " " + real.changes + " " + Account.rate());
        jdk();
        proxies();
        spring();
    }

    static void inline() throws Exception {
        Account mocked = mock(Account.class);
        when(mocked.add(anyInt())).thenReturn(42);
        inThreads(() -> mocked.add(1));
        verify(mocked, times(40)).add(1);
        Account spied = spy(new Account());
        System.out.println("spy " + inThreads(() -> spied.add(1) > 0 ? 1 : 0) + " " + spied.balance + " " + spied.changes);
        try (var rates = mockStatic(Account.class)) {
            rates.when(Account::rate).thenReturn(7);
            System.out.println("static " + Account.rate());
        }
        try (var made = mockConstruction(Account.class)) {
            System.out.println("made " + new Account().add(5) + " " + made.constructed().size());
        }
    }

    static void jdk() {
        List<String> list = mock(ArrayList.class);
        when(list.get(0)).thenReturn("nothing");
        Thread thread = mock(Thread.class);
        System.out.println("jdk " + list.get(0) + " " + list.size() + " " + thread.isAlive() + " " + new ArrayList<>(List.of(1, 2)));
    }

    static void proxies() throws Exception {
        Greeter made = new ByteBuddy().subclass(Polite.class).method(ElementMatchers.named("greet"))
                .intercept(FixedValue.value("fixed")).make().load(Mocks.class.getClassLoader()).getLoaded()
                .getDeclaredConstructor().newInstance();
        Polite enhanced = (Polite) Enhancer.create(Polite.class,
                (org.springframework.cglib.proxy.MethodInterceptor) (o, m, a, proxy) -> proxy.invokeSuper(o, a));
        ProxyFactory factory = new ProxyFactory(new Polite());
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) call -> call.proceed() + "!");
        Greeter advised = (Greeter) factory.getProxy();
        System.out.println("proxies " + made.greet("a") + ", " + enhanced.greet("b") + ", " + advised.greet("c") + " "
                + inThreads(() -> enhanced.greet("d").length() + advised.greet("e").length()));
    }

    static void spring() throws Exception {
        try (var context = new AnnotationConfigApplicationContext(Beans.class)) {
            Greeter greeter = context.getBean(Greeter.class);
            System.out.println("spring " + inThreads(() -> greeter.greet("f").length()) + " "
                    + (context.getBean(Beans.class).greeter() == greeter));
        }
    }

    /** The sum of 40 calls by four threads. */
    static int inThreads(Callable<Integer> call) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            results.add(pool.submit(call));
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        return sum;
    }
}
