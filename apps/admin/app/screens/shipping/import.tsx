import { TRACKING_IMPORT_FINDING_NAME, type TrackingImportRow } from '@kushi/contract/admin/shipping'
import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction, useHasPassed, usePolling } from '../../ui/use-action.ts'
import { DropZone } from './drop-zone.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/shipping/imports/{id}', { params: { id: Number(params.id) } })
type Import = Awaited<ReturnType<typeof loader>>

const POLL_INTERVAL_MS = 1500

/** 取込: what a file would change, then the result. Nothing changes before the operator confirms it. */
export function Component() {
  const file = useLoaderData<typeof loader>()
  const mayWrite = useMay('shipment.write')
  const { act, isBusy, refusal } = useAction()
  const isTimeReached = useHasPassed(file.due_at)
  // Reloads while waiting rows are due.
  usePolling(file.waiting > 0 && isTimeReached, POLL_INTERVAL_MS)
  const { id, rows, matched, unknown, different } = file
  const params = { id }
  const fitting = matched + file.waiting + file.done
  const others = rows.length - fitting - file.failed - unknown - different
  return (
    <Page
      title={file.file_name}
      parent={{ to: '/shipping', name: '今日の出荷' }}
      actions={
        mayWrite &&
        !file.is_confirmed &&
        matched > 0 && (
          <Button
            look="primary"
            isBusy={isBusy}
            disabled={isBusy}
            onClick={() =>
              void act(() => api('POST /admin/v1/shipping/imports/{id}/confirm', { params, body: { matched } }))
            }
          >
            {matched}個を発送として確定する
          </Button>
        )
      }
    >
      <p className="mb-2">
        {CARRIER_PROGRAM_NAME[file.program]}の発行済データです。{rows.length}行のうち{fitting}行が一致、不明な荷物
        {unknown}行、番号違い
        {different}行{others > 0 && `、そのほか${others}行`}。
      </p>
      <Refusal>{refusal}</Refusal>
      {file.is_confirmed && (
        <Progress file={file} isDue={isTimeReached} mayWrite={mayWrite} isBusy={isBusy} act={act} />
      )}
      {!file.is_confirmed && matched === 0 && (
        <p className="mb-4 text-muted">このファイルで登録するものはありません。</p>
      )}
      {file.is_confirmed && mayWrite && (
        <Section title="次のファイル">
          <DropZone />
        </Section>
      )}
      <Section title="ファイルの行">
        <Rows rows={rows} />
      </Section>
    </Page>
  )
}

interface ProgressProps {
  file: Import
  isDue: boolean
  mayWrite: boolean
  isBusy: boolean
  act: ReturnType<typeof useAction>['act']
}

function Progress({ file, isDue, mayWrite, isBusy, act }: ProgressProps) {
  const { id, matched, waiting, done, failed, due_at } = file
  const params = { id }
  const isLater = due_at !== null && !isDue
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-3">
      <span>
        {done}個を発送済みにしました。
        {waiting > 0 && `あと${waiting}個${isLater ? 'は、集荷の時刻に発送済みになります' : 'を登録しています'}。`}
        {failed > 0 && `${failed}個は登録できませんでした。`}
      </span>
      {isLater && waiting > 0 && <Time value={due_at} />}
      {mayWrite && isLater && waiting > 0 && (
        <>
          <Button
            disabled={isBusy}
            onClick={() => void act(() => api('POST /admin/v1/shipping/imports/{id}/now', { params }))}
          >
            いま発送済みにする
          </Button>
          <Button
            look="danger"
            disabled={isBusy}
            onClick={() =>
              void act(() => api('POST /admin/v1/shipping/imports/{id}/undo', { params, body: { shipment_no: null } }))
            }
          >
            {waiting}個を取り消す
          </Button>
        </>
      )}
      {mayWrite && failed > 0 && (
        <Button
          disabled={isBusy}
          onClick={() => void act(() => api('POST /admin/v1/shipping/imports/{id}/retry', { params }))}
        >
          失敗した荷物をもう一度登録する
        </Button>
      )}
      {mayWrite && matched > 0 && (
        <Button
          disabled={isBusy}
          onClick={() =>
            void act(() => api('POST /admin/v1/shipping/imports/{id}/again', { params, body: { matched } }))
          }
        >
          取り消した{matched}個をもう一度登録する
        </Button>
      )}
    </div>
  )
}

const states: Record<NonNullable<TrackingImportRow['state']>, [Tone, string]> = {
  waiting: ['attention', '登録を待っています'],
  done: ['good', '発送済みにしました'],
  failed: ['stuck', '登録できませんでした'],
  undone: ['quiet', '取り消しました'],
}

/** The state of a row in a word, with a detail. */
function stateOf({ state, finding, message }: TrackingImportRow): [tone: Tone, word: string, more: string] {
  if (state !== null) return [...states[state], message]
  if (finding === 'matched' || finding === 'done') return ['good', TRACKING_IMPORT_FINDING_NAME[finding], message]
  return ['stuck', '登録しません', TRACKING_IMPORT_FINDING_NAME[finding]]
}

/** Rows that need attention come first. */
function Rows({ rows }: { rows: TrackingImportRow[] }) {
  const hasProblem = (row: TrackingImportRow) => stateOf(row)[0] === 'stuck'
  const sorted = [...rows.filter(hasProblem), ...rows.filter((row) => !hasProblem(row))]
  return (
    <table className="w-full text-left">
      <thead className="border-edge border-b text-muted text-xs">
        <tr>
          <th className="py-1 pr-3 text-right font-normal">行</th>
          <th className="font-normal">
            荷物<span className="md:hidden">と送り状番号</span>
          </th>
          <th className="hidden font-normal md:table-cell">送り状番号</th>
          <th className="hidden font-normal lg:table-cell">お届け先</th>
          <th className="font-normal">結果</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => {
          const [tone, word, more] = stateOf(row)
          return (
            <tr key={row.row_no} className="border-line border-b">
              <td className="numeric h-row py-1 pr-3 text-right">{row.row_no}</td>
              <td className="numeric whitespace-nowrap py-1 pr-3">
                {row.shipment_no}
                <span className="block md:hidden">{row.tracking_no}</span>
              </td>
              <td className="numeric hidden whitespace-nowrap pr-3 md:table-cell">{row.tracking_no}</td>
              <td className="hidden pr-3 lg:table-cell">
                {row.order_no} {row.name}
              </td>
              <td>
                <State tone={tone}>{word}</State> {more}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
