import { type Lean, nothing } from './lean.ts'

/** What of React's own renderer no screen uses. */
export const reactDomClient: Lean = {
  file: '/react-dom/cjs/react-dom-client.production.js',
  functions: {
    // <ViewTransition>: pictures that move on are React Router's, by the browser's own call.
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
    // `preload` and its kin; styles with a `precedence`, scripts that are lifted into the head; pictures that a screen waits for.
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
    // `onBeforeInput`, and what browsers without events of composition need.
    ...nothing('getNativeBeforeInputChars', 'getFallbackBeforeInputChars', 'getData', 'isFallbackCompositionEnd'),
    // The components named in an error that the browser logs: names are short there anyway.
    getStackByFiberInDevAndProd: "return ''",
    // `onSelect`, `unstable_useCacheRefresh`, calls about hydration that are never asked for.
    ...nothing(
      'constructSelectEvent',
      'refreshCache',
      'commitSuspenseHydrationCallbacks',
      'commitActivityHydrationCallbacks',
      'attemptExplicitHydrationTarget',
    ),
    // The browser's own wheel while an action is under way: the frame has one.
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
