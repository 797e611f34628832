import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import local from './scripts/check/lint/rules.mjs';

const TESTS = ['**/*.spec.{ts,tsx}', '**/*.e2e-spec.ts', '**/*.contract.ts', '**/test/**'];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.data/**',
      '**/.venv/**',
      '**/.generated/**',
      'scripts/**',
      '**/*.mjs',
      '**/*.cjs',
      'test/lint/bad/**',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // There are no enumerations here: see `TSEnumDeclaration` below.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Where there are decorators, their metadata need the value: the rule leaves these files alone.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off', // typed arrays and Map look-ups that were just checked
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use an `as const` array and a union type.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Read it from the configuration.',
        },
      ],
      // Express and class-validator hand out objects that only look like their classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/*.e2e-spec.ts', '**/*.contract.ts', 'test/**', '**/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off', // supertest and expect answer `any`
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  {
    // The files that read the environment: of the services, and of who edits the console.
    files: ['libs/platform/src/config/*.ts', 'apps/console/vite.config.mts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['apps/local/**', 'apps/cli/**', 'bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
  { files: ['examples/**'], rules: { 'no-restricted-syntax': 'off' } },
  // scripts/check/lint.mjs tries each of these on test/lint/bad.
  { files: ['**/*.{ts,tsx}'], rules: { 'max-lines': ['error', 250] } },
  {
    ...reactHooks.configs.flat['recommended-latest'],
    files: ['apps/console/**/*.{ts,tsx}'],
    rules: {
      ...reactHooks.configs.flat['recommended-latest'].rules,
      // It says what the compiler leaves alone, and the compiler is not run.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: TESTS,
    plugins: { local },
    rules: { 'local/literal-spread': 'error', 'local/injected-dependencies': 'error' },
  },
  {
    // Where problems and log lines get their request_id, and where schemas are written, is beside the DTOs.
    files: ['apps/api/src/**/*.ts'],
    ignores: [...TESTS, '**/*.dto.ts', '**/to-*.ts', '**/*.schema.ts', 'apps/api/src/{http,openapi}/**'],
    plugins: { local },
    rules: { 'local/wire-keys': 'error' },
  },
);
