/**
 * The loader of a completion page, which knows from the step before what was completed, by the state of the navigation.
 * Opened without it, the page leads away, and is no page view.
 */
export const completionLoader = ({ request }: { request: Request }): { skipTracking: boolean } => ({
  skipTracking: location.href === request.url && !(history.state as { usr?: unknown } | null)?.usr,
})
