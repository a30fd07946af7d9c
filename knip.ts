import type { KnipConfig } from 'knip'

/** `--production`: reports also what only tests use. */
const isProduction = process.argv.includes('--production')

/**
 * What nothing uses: files, exports, dependencies. Packages export all of their files, so their exports are looked at
 * too. A "!" at the end: a program that customers or operators run, and its files.
 */
export default {
  ignoreExportsUsedInFile: true,
  // Programs of the machine (apt-get, fc-list, Xvfb) are in no package.json.
  exclude: ['binaries'],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs',
        'scripts/check/{imports,draw-features,browser-support}.ts',
        'scripts/launch/{main,build}.ts',
        'scripts/bundle/main.ts',
        'scripts/lib/bundled.mjs',
        'scripts/**/*.{test,e2e}.ts',
        'bench/*.ts',
        'bench/*/*.ts',
        'scripts/release/main.ts',
        // What the package of the client shows to other projects.
        'scripts/client/{main,index}.ts',
        'e2e/**/*.e2e.ts',
      ],
      project: ['{scripts,bench,e2e}/**/*.{ts,mjs}'],
    },
    'apps/admin': {
      entry: ['app/main.tsx!'],
      project: ['app/**/*.{ts,tsx}!'],
      // In a style sheet; and what its screens will need.
      ignoreDependencies: ['tailwindcss', '@kushi/values'],
    },
    'apps/storefront': {
      entry: [
        'app/screens/**/*.tsx!',
        'app/entry.*.tsx!',
        'app/{root,routes}.{ts,tsx}!',
        'app/extensions/*.ts!',
        'app/extensions/*/*.tsx!',
        'app/chunk/screens-json.ts!',
      ],
      project: ['app/**/*.{ts,tsx}!', '*.{ts,mjs}', '!app/**/testing.ts!', '!app/state/fake-storage.ts!'],
      // In a style sheet; asked for by React Router's build.
      ignoreDependencies: ['tailwindcss', '@react-router/node', 'isbot'],
      // Made by `react-router typegen`.
      ignoreUnresolved: ['\\./\\+types/.+'],
    },
    'apps/server': {
      entry: ['src/main.ts!', 'src/extensions/*/*.ts!', 'src/testing/world/drill.ts'],
      project: ['src/**/*.ts'],
      includeEntryExports: true,
      // Of the storefront's bundle, which it serves; of the shop, for a test that signs in.
      ignoreDependencies: ['react-router', 'otpauth'],
    },
    'apps/sandbox': {
      project: ['src/**/*.ts'],
      includeEntryExports: true,
      ignoreDependencies: ['@types/smtp-server'],
    },
    'packages/adapters': {
      project: ['src/**/*.ts'],
      includeEntryExports: true,
      // Loaded by their path: the fonts, and the official clients that tests compare with.
      ignoreDependencies: [
        '@expo-google-fonts/noto-sans-jp',
        '@amazonpay/amazon-pay-api-sdk-nodejs',
        '@paypayopa/paypayopa-sdk-node',
        'facebook-nodejs-business-sdk',
      ],
    },
    'packages/*': {
      project: ['{src,seed}/**/*.ts'],
      includeEntryExports: true,
    },
  },
  ignoreIssues: isProduction
    ? {
        // Helpers of tests. Programs of the build and of releases export for their tests too.
        '**/{testing/**,testing.ts,test-client.ts,testing-*.ts}': ['exports', 'types'],
        'packages/db/src/releases.ts': ['exports'],
        // Examples in docs/extensions.md, which a shop registers.
        'apps/server/src/extensions/stamp/stamp.ts': ['exports'],
        // Imported by a program that loads it late, which knip does not follow.
        'packages/shop/src/operation/configuration/open-shop.ts': ['exports'],
        // Development only.
        'apps/server/src/dev.ts': ['unlisted'],
      }
    : {},
} satisfies KnipConfig
