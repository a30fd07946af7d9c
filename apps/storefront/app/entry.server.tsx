import { Writable } from 'node:stream'
import doors from 'virtual:doors'
import { type FetchLike, makeClient } from '@kushi/contract/client'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { RenderedClient } from './client-identity.ts'
import { isOfBlock } from './extensions/slot.tsx'
import { firstPaint } from './first-paint.ts'
import { type ReadPicture, withFirstPictures } from './first-picture.ts'
import { firstScripts } from './first-scripts.ts'
import { apiContext, clientContext, menuContext, pictureContext, publicUrlContext } from './server-context.ts'
import { withEarlyMenu } from './shell/early-menu.server.tsx'
import shell from './shell/shell.css?inline'
import richText from './ui/rich-text.css?inline'
import theme from './ui/theme.css?inline'

/**
 * The only entry into this bundle. `instanceof` fails across bundles, so the context is created here from a `fetch` and
 * plain values and functions.
 */
export function createContextFor(
  fetchApi: FetchLike,
  extra: { client: RenderedClient; publicUrl: string; readPicture: ReadPicture },
) {
  const context = new RouterContextProvider()
  context.set(apiContext, makeClient(fetchApi))
  context.set(clientContext, extra.client)
  context.set(publicUrlContext, extra.publicUrl)
  context.set(pictureContext, extra.readPicture)
  return context
}

/**
 * Renders the whole document at once, because the server hashes its inline scripts and may cache it for other visitors.
 */
function render(url: string, context: EntryContext): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    const parts: string[] = []
    let hasFailed = false
    const sink = new Writable({
      decodeStrings: false,
      write(part: string | Buffer, _encoding, done) {
        parts.push(part.toString())
        done()
      },
      final(done) {
        resolve({ html: parts.join(''), hasFailed })
        done()
      },
    })
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      // Otherwise React would send large parts at the end and move them into place by more inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: (error, { componentStack }) => {
        hasFailed ||= !isOfBlock(componentStack)
        console.error(error)
      },
    })
  })
}

async function finished(html: string, readPicture: ReadPicture): Promise<string> {
  const pictured = await withFirstPictures(html, readPicture)
  const page = firstPaint(pictured, theme + richText + shell, { scriptsLast: pictured === html })
  return firstScripts(page, doors)
}

/** Renders a page for `createRequestHandler`. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { html: rendered, hasFailed } = await render(request.url, context)
  const menu = await given.get(menuContext)
  const html = menu ? withEarlyMenu(rendered, menu) : rendered
  // In development Vite serves the styles, so that an edit is visible at once.
  const page = import.meta.env.PROD ? await finished(html, given.get(pictureContext)) : html
  return new Response(page, { status: hasFailed ? 500 : status, headers })
}
