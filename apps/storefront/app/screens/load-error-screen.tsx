import { lazy, Suspense } from 'react'
import { loadLater } from '../chunk/load-later.ts'

const Screen = lazy(async () => ({ default: (await loadLater()).ErrorScreen }))

/** Shown instead of a screen that failed. Its code is loaded with the guard's, which every navigation needs. */
export const ErrorScreen = ({ error }: { error: unknown }) => (
  <Suspense>
    <Screen error={error} />
  </Suspense>
)
