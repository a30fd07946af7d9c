import type { Shop } from '@kushi/contract/setting'
import { isReachableWhileClosed } from '@kushi/values/law-page'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import { Meta, Outlet, redirect, replace, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { loadChunk } from './chunk/load-chunk.ts'
import { loadLater } from './chunk/load-later.ts'
import { clientIdentity, identityAttributes, previewMoment } from './client-identity.ts'
import { setNavigationTarget } from './navigate.ts'
import early from './press/early.ts?inline-script'
import { loadShell } from './root-loader.server.ts'
import { ErrorScreen } from './screens/load-error-screen.tsx'
import { useScriptMark } from './script-mark.ts'
import shellStyles from './shell/shell.css?inline'
import { useShell } from './shell/use-shell.ts'
import { useActing } from './state/acting.ts'
import { cookieIn } from './state/cookie.ts'
import richText from './ui/rich-text.css?inline'
import theme from './ui/theme.css?inline'

export const loader = ({ context }: Route.LoaderArgs) => loadShell(context)

/**
 * Returns the server's data unchanged. Because it runs at hydration, the guard also
 * runs on the first page, after the first paint.
 */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader()
clientLoader.hydrate = true as const

/** The data around the pages do not change during a visit. */
export const shouldRevalidate = () => false

let isFirst = true
/**
 * Whether a プレビュー has started or ended in the browser since this page was loaded. Then the page must be loaded again,
 * so that it doesn't mix two dates. Always false for the first navigation of a page.
 */
function isOtherDay(): boolean {
  const wasFirst = isFirst
  isFirst = false
  return !wasFirst && cookieIn(document.cookie, 'as_of') !== previewMoment()
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url, pattern }, next) => {
    const pathname = url.pathname.replace(/^\/sh(?=\/|$)/, '') || '/'
    // Loads the page from the server, which shows that the shop is closed or has opened in the meantime.
    const isShut = clientIdentity().members_only && !isReachableWhileClosed(pathname)
    if (isShut || isOtherDay()) {
      location.assign(url)
      return new Promise(() => {})
    }
    setNavigationTarget(`${pathname}${url.search}`)
    const { runGuard, trackPageView } = await loadLater()
    const redirectTo = await runGuard(url, pathname, pattern)
    // After back or forward: replaces the history entry that redirects, or the back button could never get past it.
    const isThere = location.href === url.href
    if (redirectTo !== undefined) throw isThere ? replace(redirectTo) : redirect(redirectTo)
    const results = await next()
    trackPageView(url, pattern, pathname, results)
    for (const { result } of Object.values(results))
      if (isThere && result instanceof Response && result.headers.has('Location'))
        result.headers.set('X-Remix-Replace', 'true')
  },
]

/** The document around every page, error pages too. */
export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const mark = useScriptMark()
  return (
    <html
      lang="ja"
      suppressHydrationWarning
      {...(shell && identityAttributes(shell.client))}
      {...(import.meta.env.SSR && shell?.shop?.click_id_flag ? { 'data-click-ids': '' } : {})}
      {...(import.meta.env.SSR && shell?.shop?.order_offer_flag ? { 'data-order-offers': '' } : {})}
      style={shell?.shop ? coloursOf(shell.shop) : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        {/* The browser's bundle need not contain this script, because the page already has it. */}
        <script
          nonce={mark}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? early : '' }}
        />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content="#fbfaf7" />
        <meta name="format-detection" content="telephone=no,address=no,email=no" />
        <link rel="icon" type="image/svg+xml" href="/sh/icon.svg" />
        <link rel="apple-touch-icon" href="/sh/touch-icon.png" />
        <link rel="manifest" href="/sh/manifest.webmanifest" />
        <Meta />
        <Styles />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={mark} />
        <Scripts nonce={mark} />
      </body>
    </html>
  )
}

/** The shop's own colours over those of the theme (`ui/theme.css`). */
const coloursOf = ({ primary_color, subscription_color }: Shop) =>
  ({
    ...(primary_color && {
      '--color-camellia': primary_color,
      '--color-camellia-deep': `color-mix(in srgb, ${primary_color} 82%, black)`,
    }),
    ...(subscription_color && { '--color-leaf': subscription_color }),
  }) as CSSProperties

/**
 * The styles are in the page, because as a file they would cost another round trip before anything is visible. The
 * browser's bundle need not contain them. In development Vite serves them, so that an edit is visible at once.
 */
const Styles = () =>
  import.meta.env.DEV ? (
    ['ui/theme.css', 'ui/rich-text.css', 'shell/shell.css'].map((file) => (
      <link key={file} rel="stylesheet" href={`${import.meta.env.BASE_URL}app/${file}`} />
    ))
  ) : (
    <style
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? theme + richText + shellStyles : '' }}
    />
  )

const AsOfBand = lazy(() =>
  loadChunk(() => import('./shell/as-of-band.tsx')).then(({ AsOfBand: band }) => ({ default: band })),
)

const ActingBand = lazy(() =>
  loadChunk(() => import('./shell/acting-band.tsx')).then(({ ActingBand: band }) => ({ default: band })),
)

/** The bands for operators at the top of every page. */
function Bands() {
  const as_of = useShell()?.client.as_of
  const acting = useActing()
  return <Suspense>{as_of ? <AsOfBand as_of={as_of} /> : acting && <ActingBand acting={acting} />}</Suspense>
}

export default function Root() {
  return (
    <>
      <Bands />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <Bands />
      <ErrorScreen error={error} />
    </main>
  )
}
