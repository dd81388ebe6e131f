//@ maven com.fasterxml.jackson.core:jackson-databind:2.18.2

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jackson: eight threads share a mapper that has never been used, so that they find out together how to
 * write and read each class.
 */
final class Json {
    private static final int THREADS = 8;
    private static final int ROUNDS = 600;
    private static final int MAPPERS = 5;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < MAPPERS; i++) {
            ObjectMapper mapper = new ObjectMapper();
            Load.threads(THREADS, number -> roundTrips(mapper, number));
        }
        System.out.println("Json: " + MAPPERS * THREADS * ROUNDS + " round trips");
    }

    private static void roundTrips(ObjectMapper mapper, int number) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Order order = order(number, i);
            String text = mapper.writeValueAsString(order);
            Load.same(order, mapper.readValue(text, Order.class), "the order");
            JsonNode tree = mapper.readTree(text);
            Load.same(order.items().size(), tree.get("items").size(), "items in the tree");
            Load.same(order, mapper.treeToValue(tree, Order.class), "the order");
            Map<String, Object> map = mapper.readValue(text, new TypeReference<TreeMap<String, Object>>() {});
            Load.same(order.customer(), map.get("customer"), "the customer");
            // A name that no thread has used before.
            String odd = "{\"key" + number + "x" + i + "\":" + i + "}";
            Load.same(i, mapper.readTree(odd).get("key" + number + "x" + i).intValue(), "the odd key");
        }
    }

    private static Order order(int number, int i) {
        Shape shape = i % 2 == 0 ? new Circle(i) : new Box(i, number);
        return new Order("customer " + number, List.of(new Item("a\"" + i, i), new Item("ü", 2)), shape, Colour.BLUE);
    }

    enum Colour {
        RED,
        BLUE
    }

    record Item(@JsonProperty("name") String name, @JsonProperty("price") double price) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Box.class)})
    interface Shape {}

    record Circle(@JsonProperty("radius") int radius) implements Shape {}

    record Box(@JsonProperty("width") int width, @JsonProperty("height") int height) implements Shape {}

    record Order(
            @JsonProperty("customer") String customer,
            @JsonProperty("items") List<Item> items,
            @JsonProperty("shape") Shape shape,
            @JsonProperty("colour") Colour colour) {}
}
