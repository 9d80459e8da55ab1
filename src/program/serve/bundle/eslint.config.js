// What the linter expects of the workbench's scripts: modules in a browser, and nothing that markup is made of.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser, ecmaVersion: 2023, sourceType: "module" },
    rules: {
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property, message: "texts are no markup" })),
      ],
      eqeqeq: "error",
      "prefer-const": "error",
    },
  },
];
