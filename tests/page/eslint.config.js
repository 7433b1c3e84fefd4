import js from "@eslint/js";

export default [
  { ignores: ["table/vendor/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // tsc knows which names there are, those of the browser too.
      "no-undef": "off",
      // {a, ...others} names what it leaves out.
      "no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
