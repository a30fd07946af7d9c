/**
 * Firefox and WebKit in their original builds, which Playwright cannot drive: Firefox by WebDriver BiDi, WebKit by
 * WebDriver. Both accept the same pointer and key actions.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '../../scripts/launch/port.ts'

export interface OtherBrowser {
  goto(url: string): Promise<void>
  /** The value of a JavaScript expression in the page; must be JSON. */
  evaluate(expression: string): Promise<unknown>
  perform(actions: object[]): Promise<void>
  close(): Promise<void>
}

const size = { width: 390, height: 844 }
const scratch = () => mkdtemp(join(tmpdir(), 'kushi-browser-'))

async function ended(...children: ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
}

/** Waits for a matching line of its output; an error contains the output so far. */
function readUntil(child: ChildProcess, stream: 'stdio1' | 'stdio2' | 'stdio3', pattern: RegExp): Promise<string> {
  const source = child.stdio[Number(stream.at(-1))] as NodeJS.ReadableStream
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`ended: ${text}`)))
    child.once('error', reject)
    source.on('data', (chunk) => {
      text += chunk
      const found = pattern.exec(text)
      if (found) resolve(found[1]!)
    })
  })
}

/** Of a window with one tab: no process in reserve, and no page of the browser's own. */
const firefoxPreferences = {
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.processCount': 1,
  'fission.autostart': false,
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  'extensions.enabledScopes': 0,
  'browser.translations.enable': false,
}

export async function openFirefox(path: string): Promise<OtherBrowser> {
  const profile = await scratch()
  const preferences = Object.entries(firefoxPreferences).map(
    (pair) => `user_pref(${JSON.stringify(pair).slice(1, -1)});`,
  )
  await writeFile(join(profile, 'user.js'), preferences.join('\n'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile]
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } })
  const address = await readUntil(child, 'stdio2', /WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${address}/session`)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`no connection to ${address}`))
  })
  const waiting = new Map<number, PromiseWithResolvers<Record<string, never>>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const open = waiting.get(id)
    if (type === 'success') open?.resolve(result)
    else open?.reject(new Error(`${error}: ${message}`))
  }
  let lastId = 0
  const send = (method: string, params: object) => {
    const answer = Promise.withResolvers<Record<string, never>>()
    waiting.set(++lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return answer.promise
  }
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree', {})) as unknown as { contexts: { context: string }[] }
  const { context } = contexts[0]!
  await send('browsingContext.setViewport', { context, viewport: size })
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      const params = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false }
      const answer = (await send('script.evaluate', params)) as unknown as { result?: { value?: string } }
      return JSON.parse(answer.result?.value ?? 'null')
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    async close() {
      socket.close()
      await ended(child)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** WebKitGTK's MiniBrowser on a virtual screen. */
export async function openWebKit(driver: string, miniBrowser: string): Promise<OtherBrowser> {
  const home = await scratch()
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await readUntil(screen, 'stdio3', /(\d+)\n/)
  const port = await reservePort('127.0.0.1', 0, 0)
  const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    // Its sandbox needs namespaces that containers lack; here it only opens our own shop.
    env: { ...process.env, HOME: home, DISPLAY: `:${display}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const call = async (path: string, body: object | null, method = 'POST') => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, init)
    const { value } = (await answer.json()) as { value: { error?: string; message?: string; sessionId?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  let session: Awaited<ReturnType<typeof call>> | undefined
  // It prints nothing when it is ready.
  for (let attempt = 0; !session; attempt++)
    session = await call('', { capabilities }).catch((error: unknown) => {
      if (attempt > 100 || !(error instanceof TypeError)) throw error
      return new Promise<undefined>((resolve) => setTimeout(resolve, 100))
    })
  const at = `/${session.sessionId}`
  await call(`${at}/window/rect`, size)
  return {
    goto: async (url) => void (await call(`${at}/url`, { url })),
    evaluate: (expression) => call(`${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: async (actions) => void (await call(`${at}/actions`, { actions })),
    async close() {
      await call(at, null, 'DELETE').catch(() => {})
      await ended(child, screen)
      await rm(home, { recursive: true, force: true })
    },
  }
}
