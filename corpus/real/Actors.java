//@ maven org.apache.pekko:pekko-actor-typed_2.13:1.1.2
//@ maven org.slf4j:slf4j-nop:2.0.16

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Pekko actors: a bank of account actors that eight threads and the actors themselves send money. An
 * actor's state is a plain variable; its mailbox is all that orders it.
 */
final class Actors {
    private static final int THREADS = 8;
    private static final int ACCOUNTS = 16;
    private static final int TRANSFERS = 2_000;
    private static final Duration LONG = Duration.ofSeconds(100);

    interface Message {}

    /** Money; what is left of {@code hops} is handed on to the next account. */
    record Deposit(int amount, int hops, ActorRef<Integer> done) implements Message {}

    record Balance(ActorRef<Integer> answer) implements Message {}

    record Meet(ActorRef<Message> next) implements Message {}

    public static void main(String[] args) throws Exception {
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "bank");
        @SuppressWarnings({"unchecked", "rawtypes"})
        ActorRef<Message>[] accounts = new ActorRef[ACCOUNTS];
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = system.systemActorOf(account(), "account-" + i, Props.empty());
        }
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i].tell(new Meet(accounts[(i + 1) % ACCOUNTS]));
        }
        Load.threads(
                THREADS,
                number -> {
                    for (int i = 0; i < TRANSFERS; i++) {
                        ActorRef<Message> account = accounts[(number + i) % ACCOUNTS];
                        if (i % 50 == 0) {
                            int hops = i % 5;
                            Load.same(hops, ask(system, account, hops), "hops");
                        } else {
                            account.tell(new Deposit(1, 0, null));
                        }
                    }
                });
        int sum = 0;
        for (ActorRef<Message> account : accounts) {
            CompletionStage<Integer> balance = AskPattern.ask(account, Balance::new, LONG, system.scheduler());
            sum += balance.toCompletableFuture().get(100, TimeUnit.SECONDS);
        }
        Load.same(THREADS * TRANSFERS, sum, "money in the bank");
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get(100, TimeUnit.SECONDS);
        System.out.println("Actors: " + sum + " in the bank");
    }

    private static int ask(ActorSystem<Void> system, ActorRef<Message> account, int hops) throws Exception {
        CompletionStage<Integer> done =
                AskPattern.ask(account, answer -> new Deposit(1, hops, answer), LONG, system.scheduler());
        return done.toCompletableFuture().get(100, TimeUnit.SECONDS);
    }

    private static Behavior<Message> account() {
        return Behaviors.setup(
                context -> {
                    int[] balance = new int[1];
                    @SuppressWarnings({"unchecked", "rawtypes"})
                    ActorRef<Message>[] next = new ActorRef[1];
                    return Behaviors.receive(Message.class)
                            .onMessage(
                                    Meet.class,
                                    meet -> {
                                        next[0] = meet.next();
                                        return Behaviors.same();
                                    })
                            .onMessage(
                                    Deposit.class,
                                    deposit -> {
                                        if (deposit.hops() == 0) {
                                            balance[0] += deposit.amount();
                                            if (deposit.done() != null) {
                                                deposit.done().tell(0);
                                            }
                                        } else {
                                            handOn(deposit, next[0], context);
                                        }
                                        return Behaviors.same();
                                    })
                            .onMessage(
                                    Balance.class,
                                    question -> {
                                        question.answer().tell(balance[0]);
                                        return Behaviors.same();
                                    })
                            .build();
                });
    }

    /** Hands the money on, and tells who asked how far it went, by a child made for that. */
    private static void handOn(Deposit deposit, ActorRef<Message> next, ActorContext<Message> context) {
        Behavior<Integer> relay =
                Behaviors.receiveMessage(
                        hops -> {
                            deposit.done().tell(hops + 1);
                            return Behaviors.stopped();
                        });
        next.tell(new Deposit(deposit.amount(), deposit.hops() - 1, context.spawnAnonymous(relay)));
    }
}
