import { randomUUID } from 'node:crypto'
import type { Store } from './store.ts'

/** The failures that can be ordered for any provider. The provider formats `error:<code>`. */
export const KINDS = {
  timeout: '実行せず、応答もしない',
  'timeout-after': '実行するが、応答しない',
  '500': '実行せず、HTTP 500',
  truncate: '実行し、応答を途中で切って正常終了に見せる',
  'drop-before': '実行せず、接続を切る',
  'drop-after': '実行してから接続を切る（応答の消失）',
  'error:<コード>': '実行せず、そのエラーを返す',
  'delay:<ミリ秒>': '待ってから実行する',
} as const

export type Fault = { kind: string; detail: string }
export type Script = { id: string; provider: string; api: string; kind: string; times: number }

/** Failures ordered in advance: the next `times` calls of an api (`*` for any) fail in this way. */
export type Scripts = ReturnType<typeof createScripts>

const PLAIN = ['timeout', 'timeout-after', '500', 'truncate', 'drop-before', 'drop-after']

export function parseKind(kind: string): Fault | undefined {
  if (PLAIN.includes(kind)) return { kind, detail: '' }
  const at = kind.indexOf(':')
  const name = kind.slice(0, at)
  const detail = kind.slice(at + 1)
  if (name === 'error' && /^[\w-]{1,40}$/.test(detail)) return { kind: name, detail }
  if (name === 'delay' && /^\d{1,6}$/.test(detail)) return { kind: name, detail }
  return undefined
}

export function createScripts(store: Store) {
  const scripts = store.collection<Script>('scripts')
  return {
    add(provider: string, api: string, kind: string, times: number): Script {
      const script = { id: randomUUID(), provider, api, kind, times }
      scripts.put(script.id, script, provider)
      return script
    },
    list: (provider: string) => scripts.byRef(provider),
    clear(provider: string) {
      for (const script of scripts.byRef(provider)) scripts.remove(script.id)
    },
    /** Consumes one pending failure for this call. */
    take(provider: string, api: string): Fault | undefined {
      const due = scripts.byRef(provider).find((script) => script.api === '*' || script.api === api)
      if (due === undefined) return undefined
      if (due.times <= 1) scripts.remove(due.id)
      else scripts.put(due.id, { ...due, times: due.times - 1 }, provider)
      return parseKind(due.kind)
    },
  }
}
