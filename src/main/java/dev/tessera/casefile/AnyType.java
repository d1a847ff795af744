package dev.tessera.casefile;

/// Any value of a case, as it is written: what it has to be, the key that it is for knows.
record AnyType() implements ValueType<YamlNode> {
    @Override
    public YamlNode read(YamlNode node, Reading reading) {
        return node;
    }

    @Override
    public YamlNode write(YamlNode value) {
        return value;
    }

    @Override
    public String words() {
        return "values";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.fields();
    }
}
