/* The tool's own part of the log: its rules, and the weaknesses they stand for. */
#include "rules.h"
#include "sarif_impl.h"

static void append(json_t *object, const char *key, json_t *value) {
  json_object_set_new(object, key, value);
}

static json_t *rule_properties(struct ha_sarif *sarif, enum ha_check_kind kind) {
  json_t *properties = json_object(), *tags = json_array();
  json_array_append_new(tags, json_string("security"));
  json_array_append_new(tags,
                        json_string(ha_arena_printf(sarif->arena, "external/cwe/cwe-%d",
                                                    ha_check_cwe[kind])));
  append(properties, "tags", tags);
  ha_js_set_text(properties, "precision", "very-high");
  ha_js_set_text(properties, "security-severity", ha_rule_get(kind)->severity);
  return properties;
}

static json_t *relationship(struct ha_sarif *sarif, enum ha_check_kind kind) {
  json_t *object = json_object(), *target = json_object(), *component = json_object();
  json_t *kinds = json_array(), *array = json_array();
  ha_js_set_text(component, "name", "CWE");
  ha_js_set_int(component, "index", 0);
  ha_js_set_text(target, "id", ha_arena_printf(sarif->arena, "%d", ha_check_cwe[kind]));
  append(target, "toolComponent", component);
  json_array_append_new(kinds, json_string("superset"));
  append(object, "target", target);
  append(object, "kinds", kinds);
  json_array_append_new(array, object);
  return array;
}

static json_t *help(struct ha_sarif *sarif, enum ha_check_kind kind) {
  const struct ha_rule *rule = ha_rule_get(kind);
  const char *id = ha_check_id[kind];
  json_t *object = ha_sarif_message(
      sarif, ha_arena_printf(sarif->arena,
                             "%s %s A wrong report can be suppressed with the comment "
                             "// NOLINT(heapabs-%s).",
                             rule->meaning, rule->advice, id));
  ha_js_set_text(object, "markdown",
                 ha_arena_printf(sarif->arena,
                                 "%s\n\n%s\n\nA wrong report can be suppressed with "
                                 "the comment `// NOLINT(heapabs-%s)`.",
                                 rule->meaning, rule->advice, id));
  return object;
}

static json_t *rule(struct ha_sarif *sarif, enum ha_check_kind kind) {
  const struct ha_rule *row = ha_rule_get(kind);
  json_t *object = json_object(), *configuration = json_object();
  ha_js_set_text(object, "id",
                 ha_arena_printf(sarif->arena, "heapabs-%s", ha_check_id[kind]));
  ha_js_set_text(object, "name", row->name);
  append(object, "shortDescription", ha_sarif_message(sarif, row->title));
  append(object, "fullDescription", ha_sarif_message(sarif, row->meaning));
  append(object, "help", help(sarif, kind));
  ha_js_set_text(configuration, "level", row->level);
  append(object, "defaultConfiguration", configuration);
  append(object, "relationships", relationship(sarif, kind));
  append(object, "properties", rule_properties(sarif, kind));
  return object;
}

json_t *ha_sarif_tool(struct ha_sarif *sarif) {
  json_t *object = json_object(), *driver = json_object(), *rules = json_array();
  json_t *taxonomies = json_array(), *cwe = json_object();
  ha_js_set_text(driver, "name", "heapabs");
  ha_js_set_text(driver, "version", sarif->options->version);
  ha_js_set_text(driver, "semanticVersion", sarif->options->version);
  for (unsigned kind = 0; kind < HA_CHECK_KINDS; kind++)
    json_array_append_new(rules, rule(sarif, (enum ha_check_kind)kind));
  append(driver, "rules", rules);
  ha_js_set_text(cwe, "name", "CWE");
  ha_js_set_int(cwe, "index", 0);
  json_array_append_new(taxonomies, cwe);
  append(driver, "supportedTaxonomies", taxonomies);
  append(object, "driver", driver);
  return object;
}

json_t *ha_sarif_weaknesses(struct ha_sarif *sarif) {
  json_t *cwe = json_object(), *taxa = json_array(), *array = json_array();
  ha_js_set_text(cwe, "name", "CWE");
  ha_js_set_text(cwe, "organization", "MITRE");
  append(cwe, "shortDescription",
         ha_sarif_message(sarif, "The MITRE Common Weakness Enumeration"));
  for (unsigned kind = 0; kind < HA_CHECK_KINDS; kind++) {
    json_t *taxon = json_object();
    ha_js_set_text(taxon, "id",
                   ha_arena_printf(sarif->arena, "%d", ha_check_cwe[kind]));
    ha_js_set_text(taxon, "helpUri",
                   ha_arena_printf(sarif->arena,
                                   "https://cwe.mitre.org/data/definitions/%d.html",
                                   ha_check_cwe[kind]));
    json_array_append_new(taxa, taxon);
  }
  append(cwe, "taxa", taxa);
  json_array_append_new(array, cwe);
  return array;
}
