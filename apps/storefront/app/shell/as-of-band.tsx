import { formatDateTime } from '@kushi/values/timestamp'

/** プレビュー: shows its date on every page, with a button to end it. It works without scripts. */
export function AsOfBand({ as_of }: { as_of: string }) {
  return (
    <aside
      aria-label="プレビュー"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2 text-center text-xs text-surface"
    >
      <span>{formatMoment(as_of)} のショップを表示しています</span>
      <form method="post" action="/sh/as-of">
        <button type="submit" className="min-h-tap px-3 underline">
          終了
        </button>
      </form>
    </aside>
  )
}

/** 2026年12月1日 0:00 */
function formatMoment(as_of: string): string {
  const [year, month, day, hour, minute] = formatDateTime(Date.parse(as_of)).split(/[/ :]/)
  return `${year}年${Number(month)}月${Number(day)}日 ${Number(hour)}:${minute}`
}
