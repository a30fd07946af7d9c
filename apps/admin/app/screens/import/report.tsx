import type { ImportReport } from '@kushi/contract/admin/csv'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatNumber } from '../../ui/time.tsx'

const cell = 'border-line border-b px-2 py-1.5 text-left align-top'

/** What a file would change or has changed, and its faults. */
export function Report({ report }: { report: ImportReport }) {
  const { rows, added, changed, unchanged, fault_count, faults, changes, is_done, subscriptions } = report
  const { warnings, warning_count } = report
  const words = is_done ? ['新しい', '変えた', '変わらない'] : ['新しい', '変わる', '変わらない']
  return (
    <Section title={is_done ? '取り込みの結果' : '確認'}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        {is_done && <State tone="good">取り込みました</State>}
        {fault_count > 0 && <State tone="stuck">誤りが{formatNumber(fault_count)}か所あります</State>}
        <span>
          {formatNumber(rows)}行{fault_count === 0 && 'のうち'}
        </span>
        {fault_count === 0 &&
          [added, changed, unchanged].map((count, n) => (
            <span key={words[n]} className="numeric">
              {words[n]} {formatNumber(count)}行
            </span>
          ))}
      </p>
      {fault_count > 0 && <p className="mb-3">まだ何も変わっていません。ファイルを直して、もう一度選んでください。</p>}
      {subscriptions > 0 && (
        <p className="mb-3">
          <State tone="attention">
            価格や販売が変わる商品は、続いている定期便{formatNumber(subscriptions)}件に入っています
          </State>
        </p>
      )}
      {faults.length > 0 && (
        <ProblemPlaces name="誤り" problem="直すところ" places={faults} more={fault_count - faults.length} />
      )}
      {warnings.length > 0 && (
        <ProblemPlaces
          name="確認"
          problem="ご確認ください(このまま取り込めます)"
          places={warnings}
          more={warning_count - warnings.length}
        />
      )}
      {changes.length > 0 && <Changes changes={changes} more={added + changed - changes.length} />}
    </Section>
  )
}

interface PlacesProps {
  name: '誤り' | '確認'
  problem: string
  places: ImportReport['faults']
  more: number
}

/** Cells of the file, each with a sentence. */
function ProblemPlaces({ name, problem, places, more }: PlacesProps) {
  return (
    <>
      <table className="mb-4 w-full">
        <caption className="sr-only">{name}</caption>
        <thead className="text-muted text-xs">
          <tr>
            <th className={cell}>行</th>
            <th className={cell}>列</th>
            <th className={cell}>{problem}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ row, head, message }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may be alike
            <tr key={n}>
              <td className={`${cell} numeric`}>{row}</td>
              <td className={cell}>{head}</td>
              <td className={`${cell} ${name === '誤り' ? 'text-danger' : ''}`}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More count={more} />
    </>
  )
}

function Changes({ changes, more }: { changes: ImportReport['changes']; more: number }) {
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">変わるところ</caption>
        <thead className="text-muted text-xs">
          <tr>
            <th className={cell}>行</th>
            <th className={cell}>名前</th>
            <th className={cell}>変わるところ</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ row, name, is_new, fields }) => (
            <tr key={row}>
              <td className={`${cell} numeric`}>{row}</td>
              <td className={cell}>
                {is_new && <State tone="attention">新規</State>} {name}
              </td>
              <td className={cell}>
                {fields.map(({ head, before, after }) => (
                  <p key={head}>
                    <span className="text-muted">{head}: </span>
                    {is_new ? after : `${before || '(空)'} → ${after || '(空)'}`}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More count={more} />
    </>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <p className="mt-1 mb-4 text-muted text-xs">ほかに{formatNumber(count)}件あります。</p>
