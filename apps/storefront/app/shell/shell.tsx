import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import { useStore } from 'zustand'
import { ChunkNotice } from '../chunk/chunk-notice.tsx'
import { headingStore } from '../chunk/heading.ts'
import { loadChunk } from '../chunk/load-chunk.ts'
import { loadLater } from '../chunk/load-later.ts'
import { provideNavigate, setNavigationTarget } from '../navigate.ts'
import { deviceCheckStore } from '../state/device-check.ts'
import { purchaseKinds, purchasePath } from '../state/purchase-kind.ts'
import { isStorageBlocked } from '../state/storage.ts'
import { toastStore } from '../state/toast.ts'
import { RichText } from '../ui/rich-text.tsx'
import { ByDevice } from './by-device.tsx'
import { Header } from './header.tsx'
import { useMembersOnly, useShell, useShop } from './use-shell.ts'

/** Shown instead of the shop's banner while it is closed. */
const ClosedNotice = () => (
  <aside
    aria-label="お休みのお知らせ"
    className="flex min-h-tap items-center justify-center bg-sand px-4 py-2 text-center text-xs text-balance print:hidden"
  >
    ただいまお休みしています。ご注文の確認と、定期便の変更・お休み・解約ができます。
  </aside>
)

/** What works without scripts, and whom to call for the rest. Browsers with scripts don't show it. */
function WithoutScripts() {
  const phone = useShop()?.phone_number
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p className="bg-sand px-4 py-2 text-center text-sm">
          このブラウザではJavaScriptが使えないため、商品はご覧いただけますが、ご注文やお手続きができません。設定をご確認いただくか、お電話
          {phone && <span className="whitespace-nowrap">({phone})</span>}でご連絡ください。
        </p>
      )}
    </noscript>
  )
}

const BlockedNotice = lazy(() => loadChunk(() => import('./blocked-notice.tsx')))

/** Its code is loaded only in browsers that block cookies or storage. */
function StorageNotice() {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => setBlocked(isStorageBlocked()), [])
  return isBlocked ? (
    <Suspense fallback={null}>
      <BlockedNotice />
    </Suspense>
  ) : null
}

/** The frame of the shop around a screen. */
export function Shell({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHeading = useStore(headingStore, ({ to }) => to !== null)
  const isLoading = state === 'loading' || isHeading
  const isMembersOnly = useMembersOnly()
  useEffect(() => provideNavigate(navigate), [navigate])
  useEffect(() => {
    if (state === 'idle') setNavigationTarget(null)
  }, [state])
  useEffect(() => {
    if (isLoading) toastStore.getState().removeScreenToasts()
  }, [isLoading])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-ink px-4 py-3 text-surface focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        本文へ移動
      </a>
      <WithoutScripts />
      <StorageNotice />
      {isMembersOnly ? <ClosedNotice /> : <Banner />}
      <Header />
      <Suspense>
        <ToastRegion />
      </Suspense>
      {isLoading && <div aria-hidden="true" className="progress" />}
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined} className="grow outline-none">
        {children}
      </main>
      <Footer />
      <ChunkNotice />
      <Suspense>
        <LineInvitation />
      </Suspense>
      <DeviceCheck />
      <FocusOnNavigation />
    </div>
  )
}

/** The steps of a purchase, which nothing should lead away from. */
const purchaseSteps = purchaseKinds.flatMap((kind) => [purchasePath(kind), purchasePath(kind, 'confirm')])

const purchaseLinks = [
  ['/contents/defrayal.html', '特定商取引法に基づく表記'],
  ['/contents/privacy.html', 'プライバシーポリシー'],
  ['/contact', 'お問い合わせ'],
] as const

/** The footer written by the shop; in a purchase only what may be wanted there. */
function Footer() {
  const footer = useShell()?.footer
  const { pathname } = useLocation()
  if (purchaseSteps.includes(pathname))
    return (
      <footer data-footer className="border-t border-line text-sm print:hidden">
        <div className="mx-auto flex max-w-page flex-wrap gap-x-6 px-4 py-4 md:px-6">
          {purchaseLinks.map(([to, label]) => (
            <Link key={to} to={to} className="text-link inline-flex min-h-tap items-center">
              {label}
            </Link>
          ))}
        </div>
      </footer>
    )
  return (
    <footer data-footer className="border-t border-line bg-sand print:hidden">
      <div className="mx-auto max-w-page px-4 py-12 md:px-6">
        {footer && <ByDevice content={footer} className="footer-text" />}
      </div>
    </footer>
  )
}

/**
 * After a navigation moves the focus to the heading of the new screen. Otherwise
 * a screen reader would stay at the link.
 */
function FocusOnNavigation() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return null
}

/** The dialog for the code that confirms this browser, while a call waits for it. */
function DeviceCheck() {
  const answer = useStore(deviceCheckStore, (state) => state.answer)
  return <Suspense>{answer && <DeviceDialog answer={answer} />}</Suspense>
}

const DeviceDialog = lazy(() => loadChunk(() => import('../parts/device-dialog.tsx')))

/** The announcement before the guard starts LINE's login on a phone. Its code is loaded with the guard's. */
const LineInvitation = lazy(async () => ({ default: (await loadLater()).LineInvitation }))

/** The server renders its place; it has nothing to show before the page is interactive. */
const ToastRegion = lazy(async () => ({ default: (await loadLater()).ToastRegion }))

/** The shop's banner. The whole banner links to the product list, except its own links. */
function Banner() {
  const banner = useShell()?.banner
  if (!banner) return null
  const line = (html: string, className: string) => (
    <RichText html={inOneLine(html)} className={`banner-text ${className}`} />
  )
  return (
    <aside
      aria-label="お知らせ"
      className="relative flex min-h-tap items-center justify-center bg-sand px-4 py-2 text-center text-xs text-balance print:hidden"
    >
      <Link to="/products" aria-label="商品一覧を見る" className="absolute inset-0" />
      {line(banner.pc, banner.mobile === null ? '' : 'only-pc')}
      {banner.mobile !== null && line(banner.mobile, 'only-mobile')}
    </aside>
  )
}

const inOneLine = (html: string) => html.replace(/<\/?(p|div|h[1-6]|ul|ol|li)\b[^>]*>/g, ' ')
