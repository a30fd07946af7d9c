import { loadChunk } from '../chunk/load-chunk.ts'
import type { Acting } from '../state/acting.ts'

/** Few pages have the band, so its code is loaded only at the click. */
const end = () => void loadChunk(() => import('./end-acting.ts')).then(({ endActing }) => endActing())

/** 代理ログイン: shows on every page the member that the operator acts as, with a button to end it. */
export function ActingBand({ acting: { customer_name, operator_name, expires_at } }: { acting: Acting }) {
  const until = new Date(expires_at).toLocaleTimeString('ja-JP', { hour: '2-digit', minute: '2-digit' })
  return (
    <aside
      aria-label="代理ログイン"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2 text-center text-xs text-surface"
    >
      <span>
        {customer_name}様として操作しています(担当: {operator_name}・{until}まで)
      </span>
      <button type="button" className="min-h-tap px-3 underline" onClick={end}>
        終了
      </button>
    </aside>
  )
}
