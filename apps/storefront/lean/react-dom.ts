import { type Lean, nothing } from './lean.ts'

/** The parts of React's renderer that no screen uses. */
export const reactDomClient: Lean = {
  file: '/react-dom/cjs/react-dom-client.production.js',
  functions: {
    // <ViewTransition>: picture transitions use React Router with the browser's own API.
    ...nothing(
      'trackEnterViewTransitions',
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'restoreViewTransitionOnHostInstances',
      'commitAppearingPairViewTransitions',
      'commitEnterViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'measureNestedViewTransitions',
      'commitAfterMutationEffectsOnFiber',
      'scheduleViewTransitionEvent',
      'createViewTransitionInstance',
      'applyViewTransitionName',
      'restoreViewTransitionName',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'startViewTransition',
    ),
    // <SuspenseList>, <Activity>, `ref` on a <Fragment>, custom elements.
    ...nothing(
      'updateSuspenseListComponent',
      'initSuspenseListRenderState',
      'findFirstSuspended',
      'cutOffTailIfNeeded',
      'updateActivityComponent',
      'retryActivityComponentWithoutHydrating',
      'FragmentInstance',
      'commitNewChildToFragmentInstance',
      'commitNewChildToFragmentInstances',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
      'deleteChildFromFragmentInstance',
      'validateDocumentPositionWithFiberTree',
      'setPropOnCustomElement',
    ),
    // Functions as the `action` of a form, `useActionState`, `useFormStatus`.
    ...nothing(
      'dispatchActionState',
      'runActionStateAction',
      'mountActionState',
      'updateActionState',
      'updateActionStateImpl',
      'rerenderActionState',
      'extractEvents$1',
      'startHostTransition',
      'ensureFormComponentIsStateful',
      'TransitionAwareHostComponent',
      'scheduleReplayQueueIfNeeded',
    ),
    // `preload` and similar; styles with a `precedence`, scripts hoisted into the head; images that suspend a screen.
    ...nothing(
      'preconnectAs',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
      'acquireResource',
      'preloadStylesheet',
      'insertStylesheet',
      'insertStylesheetIntoRoot',
      'insertSuspendedStylesheets',
      'suspendResource',
      'suspendInstance',
      'estimateBandwidth',
      'accumulateSuspenseyCommitOnFiber',
      'preloadInstanceAndSuspendIfNeeded',
      'preloadResourceAndSuspendIfNeeded',
      'preloadResource',
    ),
    getResource: 'return null',
    waitForCommitToBeReady: 'return null',
    // `onBeforeInput`, and fallbacks for browsers without composition events.
    ...nothing('getNativeBeforeInputChars', 'getFallbackBeforeInputChars', 'getData', 'isFallbackCompositionEnd'),
    // The component stack of logged errors: the names are minified anyway.
    getStackByFiberInDevAndProd: "return ''",
    // `onSelect`, `unstable_useCacheRefresh`, hydration callbacks that are never used.
    ...nothing(
      'constructSelectEvent',
      'refreshCache',
      'commitSuspenseHydrationCallbacks',
      'commitActivityHydrationCallbacks',
      'attemptExplicitHydrationTarget',
    ),
    // The browser's own loading indicator during a transition: the frame has its own.
    ...nothing('defaultOnDefaultTransitionIndicator'),
  },
  statements: [
    'FragmentInstance.prototype.',
    'exports.createRoot ',
    'ReactDOMSharedInternals.findDOMNode ',
    'ReactDOMHydrationRoot.prototype.',
  ],
}

export const reactDom: Lean = {
  file: '/react-dom/cjs/react-dom.production.js',
  functions: {},
  statements: [
    'exports.preconnect ',
    'exports.prefetchDNS ',
    'exports.preinit ',
    'exports.preinitModule ',
    'exports.preload ',
    'exports.preloadModule ',
    'exports.requestFormReset ',
    'exports.useFormState ',
    'exports.useFormStatus ',
  ],
}
