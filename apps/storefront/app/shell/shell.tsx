import { type ReactNode, useEffect } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { ChunkNotice } from '../chunk/chunk-notice.tsx'
import { headFor, lendNavigate } from '../navigate.ts'
import { toastStore } from '../state/toast.ts'
import { ToastRegion } from '../ui/toast-region.tsx'
import { Banner } from './banner.tsx'
import { FocusOnNavigation } from './focus-on-navigation.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LineInvitation } from './line-invitation.tsx'

/** The frame of the shop around a screen. */
export function Shell({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isLoading = state === 'loading'
  useEffect(() => lendNavigate(navigate), [navigate])
  useEffect(() => {
    if (state === 'idle') headFor(null)
  }, [state])
  useEffect(() => {
    if (isLoading) toastStore.getState().leave()
  }, [isLoading])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-ink px-4 py-3 text-surface focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        本文へ移動
      </a>
      <Banner />
      <Header />
      <ToastRegion />
      {isLoading && <div aria-hidden="true" className="progress" />}
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined} className="grow outline-none">
        {children}
      </main>
      <Footer />
      <ChunkNotice />
      <LineInvitation />
      <FocusOnNavigation />
    </div>
  )
}
