import { type Lean, nothing } from './lean.ts'

const lib = '/react-router/dist/production/lib/'

/** Our screens read by loaders and write by API calls: no actions, no fetchers, no blockers, no prefetching. */
export const reactRouter: readonly Lean[] = [
  {
    file: `${lib}router/router.js`,
    functions: {
      ...nothing(
        'handleAction',
        'getUpdatedActionData',
        'getActionDataForCommit',
        'getSubmissionFromNavigation',
        'fetch',
        'handleFetcherAction',
        'handleFetcherLoader',
        'getUpdatedRevalidatingFetchers',
        'abortStaleFetchLoads',
        'markFetchRedirectsDone',
        'updateFetcherState',
        'setFetcherError',
        'abortFetcher',
        'deleteFetcher',
        'queueFetcherForDeletion',
        'getFetcher',
        'resetFetcher',
        'shouldBlockNavigation',
        'updateBlocker',
        'getBlocker',
        'deleteBlocker',
        '_internalSetRoutes',
        'getInstrumentationNavigateMeta',
      ),
      normalizeNavigateOptions: 'return { path }',
    },
  },
  {
    file: `${lib}router/instrumentation.js`,
    functions: nothing(
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      'consumeInstrumentationClientResultMetaReceiver',
    ),
  },
  {
    file: `${lib}dom/ssr/components.js`,
    functions: { PrefetchPageLinks: 'return null', usePrefetchBehavior: 'return [false, null, {}]' },
  },
  {
    // All styles are in one file, which every page has.
    file: `${lib}dom/ssr/links.js`,
    functions: nothing('prefetchRouteCss', 'prefetchStyleLinks'),
  },
  {
    file: `${lib}dom/ssr/routes.js`,
    functions: nothing('createClientRoutesWithHMRRevalidationOptOut', 'prefetchRouteModuleChunks'),
    statements: ['dataRoute.action = '],
  },
  {
    file: `${lib}dom/ssr/single-fetch.js`,
    functions: nothing('singleFetchActionStrategy', 'nonSsrStrategy', 'singleFetchLoaderFetcherStrategy'),
  },
  {
    // The fallback if even the root's error screen fails: it would show a stack trace to the visitor.
    file: `${lib}dom/ssr/errorBoundaries.js`,
    functions: { RemixRootDefaultErrorBoundary: 'console.error(error)\nreturn null' },
  },
  {
    file: `${lib}dom/lib.js`,
    functions: {},
    values: { Form: 'undefined' },
    statements: ['Form.displayName ', 'HistoryRouter.displayName '],
  },
  { file: `${lib}hooks.js`, functions: { RSCErrorHandler: 'return children' } },
]
