import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { type FetchLike, makeClient } from '@kushi/contract/client'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { RenderedClient } from './client-identity.ts'
import { isOfBlock } from './extensions/slot.tsx'
import { extractScriptHashes, OWN_SCRIPTS } from './own-scripts.ts'
import { picturesInPage, type ReadPicture } from './pictures-in-page.ts'
import { ScriptMark } from './script-mark.ts'
import { apiContext, clientContext, pictureContext, publicUrlContext } from './server-context.ts'
import { PicturesInPage } from './ui/avif-source.tsx'

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
function render(
  url: string,
  context: EntryContext,
  readPicture: ReadPicture,
): Promise<{ html: string; hashes: string[]; hasFailed: boolean }> {
  const mark = randomUUID()
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
        resolve({ ...extractScriptHashes(parts.join(''), mark), hasFailed })
        done()
      },
    })
    const page = (
      <ScriptMark value={mark}>
        <PicturesInPage value={import.meta.env.PROD ? picturesInPage(readPicture) : null}>
          <ServerRouter context={context} url={url} nonce={mark} />
        </PicturesInPage>
      </ScriptMark>
    )
    const { pipe } = renderToPipeableStream(page, {
      nonce: mark,
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
  const { html, hashes, hasFailed } = await render(request.url, context, given.get(pictureContext))
  headers.set(OWN_SCRIPTS, hashes.join(' '))
  return new Response(html, { status: hasFailed ? 500 : status, headers })
}
