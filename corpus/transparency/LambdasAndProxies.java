// Lambdas, method references, proxies, method handles, hidden classes.

import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class LambdasAndProxies {
    interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + greet(name);
        }
    }

    public static class Hidden implements Supplier<String> {
        private int calls;

        @Override
        public synchronized String get() {
            calls++;
            return "hidden " + calls;
        }
    }

    private int state = 1;

    IntUnaryOperator adder(int n) {
        int[] captured = {n};
        return x -> x + captured[0]++ + state++;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        LambdasAndProxies it = new LambdasAndProxies();
        IntUnaryOperator adder = it.adder(10);
        System.out.println(adder.applyAsInt(1) + " " + adder.andThen(x -> x * 2).applyAsInt(1));
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        Supplier<List<String>> maker = ArrayList::new;
        List<String> list = maker.get();
        list.add(sum.apply(1, 2).toString());
        System.out.println(list);
        Map<Integer, List<String>> byLength = Stream.of("a", "bb", "cc", "ddd").sorted(Comparator.reverseOrder())
                .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        System.out.println(byLength);
        InvocationHandler handler = (proxy, method, arguments) -> method.isDefault()
                ? InvocationHandler.invokeDefault(proxy, method, arguments)
                : method.getName() + "(" + arguments[0] + ")";
        Greeter greeter = (Greeter) Proxy.newProxyInstance(LambdasAndProxies.class.getClassLoader(),
                new Class<?>[] {Greeter.class}, handler);
        System.out.println(greeter.greet("x"));
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle concat = lookup.findVirtual(String.class, "concat",
                MethodType.methodType(String.class, String.class));
        System.out.println((String) concat.invokeExact("left", "right"));
        VarHandle state = lookup.findVarHandle(LambdasAndProxies.class, "state", int.class);
        System.out.println((int) state.getAndAdd(it, 5) + " " + it.state + " " + state.compareAndSet(it, it.state, 0));
        MethodHandle getter = lookup.findGetter(LambdasAndProxies.class, "state", int.class);
        System.out.println((int) getter.invokeExact(it));
        try (InputStream in = LambdasAndProxies.class.getResourceAsStream("LambdasAndProxies$Hidden.class")) {
            Class<?> hidden = lookup.defineHiddenClass(in.readAllBytes(), true).lookupClass();
            Supplier<String> supplier = (Supplier<String>) hidden.getDeclaredConstructor().newInstance();
            System.out.println(supplier.get() + supplier.get() + hidden.isHidden());
        }
    }
}
