import { lazy, Suspense } from 'react'
import { loadChunk } from '../chunk/load-chunk.ts'

const Screen = lazy(() =>
  loadChunk(() => import('./error-screen.tsx')).then(({ ErrorScreen: screen }) => ({ default: screen })),
)

/** Shown instead of a screen that failed. Its code is loaded with the guard's, which every navigation needs. */
export const ErrorScreen = ({ error }: { error: unknown }) => (
  <Suspense>
    <Screen error={error} />
  </Suspense>
)
