import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { loadChunk } from '../chunk/load-chunk.ts'
import { lineStore } from '../state/line.ts'
import { useCustomer } from '../state/session.ts'

const Announcement = lazy(() => loadChunk(() => import('./announcement.tsx')))

/** The announcement before the guard starts LINE's login on a phone. Its code is loaded only then. */
export function LineInvitation() {
  const path = useStore(lineStore, ({ invited_to }) => invited_to)
  const customer = useCustomer()
  if (path === null || customer) return null
  return (
    <Suspense fallback={null}>
      <Announcement path={path} />
    </Suspense>
  )
}
