import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { SHIPPING_BATCH_STATUS_NAME, SHIPPING_BATCH_STATUSES, TEMPERATURE_NAME } from '@kushi/values/shipment'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { useShortcuts } from '../../shell/keys.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { checkedCount, type PieceCounts } from './check-piece.ts'
import { DropZone } from './drop-zone.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { downloadBytes } from './save-bytes.ts'
import { Scan } from './scan.tsx'
import { TrackingDialog, type TrackingEntry } from './tracking-dialog.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/shipping/batches/{batch_no}', { params: { batch_no: params.batch_no ?? '' } })
type Batch = Awaited<ReturnType<typeof loader>>

/** 出荷リスト: its steps in order, then its parcels in the order of the shelves. */
export function Component() {
  const batch = useLoaderData<typeof loader>()
  const mayWrite = useMay('shipment.write')
  const { act, isBusy, refusal } = useAction()
  const { batch_no } = batch
  const [scannedParcel, setScannedParcel] = useState<string | null>(null)
  const [trackingEntry, setTrackingEntry] = useState<TrackingEntry | null>(null)
  const [held, setHeld] = useState<ShippingBatchParcel | null>(null)
  const [checked, check] = useCheckedPieces(batch_no)
  const params = { batch_no }
  const print = () =>
    void act(async () => downloadBytes(await api('POST /admin/v1/shipping/batches/{batch_no}/prints', { params })))
  useShortcuts(mayWrite ? { p: ['印刷する', print] } : {})
  return (
    <Page title={`出荷リスト ${batch_no}`} parent={{ to: '/shipping', name: '今日の出荷' }}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>
          {batch.parcels}個のうち{batch.shipped}個を発送
        </span>
        <span className="text-muted">担当 {batch.owner}</span>
        <Time value={batch.created_at} />
        {mayWrite && !batch.is_own && (
          <Button
            look="quiet"
            disabled={isBusy}
            onClick={() => void act(() => api('POST /admin/v1/shipping/batches/{batch_no}/owner', { params }))}
          >
            引き受ける
          </Button>
        )}
      </p>
      <BatchSteps status={batch.status} />
      <Refusal>{refusal}</Refusal>
      {mayWrite && (
        <>
          <Section title="1. 印刷" lead="ピッキングリスト、納品書、同梱物の案内が、棚の順に1つのPDFになります。">
            <Button look={batch.status === 'created' ? 'primary' : 'plain'} disabled={isBusy} onClick={print}>
              {batch.prints > 0 ? 'もう一度印刷する(再発行)' : '印刷する'}
            </Button>
          </Section>
          <Section
            title="2. 送り状ファイル"
            lead="配送会社と温度帯ごとに1つです。その日のうちは、何度ダウンロードしても同じファイルです。"
          >
            <Files batch={batch} isBusy={isBusy} act={act} />
          </Section>
          <Section title="3. 送り状番号の取込">
            <DropZone />
          </Section>
        </>
      )}
      <Section
        title="荷物"
        actions={
          <Scan
            parcels={batch.parcel_list}
            scannedParcel={batch.parcel_list.find(({ shipment_no }) => shipment_no === scannedParcel) ?? null}
            selectParcel={({ shipment_no }) => setScannedParcel(shipment_no)}
            checkedPiecesOf={({ shipment_no }) => checked[shipment_no] ?? {}}
            check={check}
            write={mayWrite ? setTrackingEntry : undefined}
          />
        }
      >
        <ul className="divide-y divide-line">
          {batch.parcel_list.map((parcel) => (
            <Parcel
              key={parcel.shipment_no}
              parcel={parcel}
              isScanned={parcel.shipment_no === scannedParcel}
              checked={checked[parcel.shipment_no] ?? {}}
              mayWrite={mayWrite}
              isBusy={isBusy}
              hold={() => setHeld(parcel)}
              write={() => setTrackingEntry({ parcel, tracking_no: '' })}
            />
          ))}
        </ul>
      </Section>
      <HoldDialog key={`hold-${held?.shipment_no}`} parcel={held} onClose={() => setHeld(null)} />
      <TrackingDialog
        key={trackingEntry?.parcel.shipment_no}
        written={trackingEntry}
        onClose={() => setTrackingEntry(null)}
      />
    </Page>
  )
}

function BatchSteps({ status }: { status: Batch['status'] }) {
  const at = SHIPPING_BATCH_STATUSES.indexOf(status)
  return (
    <ol aria-label="進み具合" className="mb-4 flex flex-wrap gap-2">
      {SHIPPING_BATCH_STATUSES.map((step, n) => (
        <li key={step} aria-current={n === at ? 'step' : undefined}>
          <State tone={n <= at ? 'good' : 'quiet'}>{SHIPPING_BATCH_STATUS_NAME[step]}</State>
        </li>
      ))}
    </ol>
  )
}

interface ActProps {
  isBusy: boolean
  act: ReturnType<typeof useAction>['act']
}

/** 今日の日付で作り直す: cancels the file of an earlier day, and makes one for its parcels. */
async function renew(batch_no: string, id: number): Promise<void> {
  await api('POST /admin/v1/shipping/files/{id}/cancel', { params: { id } })
  await api('POST /admin/v1/shipping/batches/{batch_no}/files', { params: { batch_no } })
}

function Files({ batch, isBusy, act }: { batch: Batch } & ActProps) {
  const { batch_no, to_export, files, filters } = batch
  const waiting = to_export.reduce((sum, { parcels }) => sum + parcels, 0)
  const download = (id: number) =>
    void act(async () => downloadBytes(await api('GET /admin/v1/shipping/files/{id}', { params: { id } })))
  return (
    <>
      {waiting > 0 && (
        <Button
          look="primary"
          disabled={isBusy}
          onClick={() =>
            void act(() => api('POST /admin/v1/shipping/batches/{batch_no}/files', { params: { batch_no } }))
          }
        >
          {waiting}個の送り状ファイルを作る
        </Button>
      )}
      <ul className="mt-2 divide-y divide-line">
        {files.map(({ id, file_name, program, temperature, parcels, is_cancelled, is_kept, is_outdated }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <span className={cx('mr-auto', is_cancelled && 'text-muted line-through')}>
              {CARRIER_PROGRAM_NAME[program]} {TEMPERATURE_NAME[temperature]} {parcels}個
            </span>
            {is_cancelled ? (
              <State>取り消しました</State>
            ) : is_outdated ? (
              <>
                <State tone="attention">出荷日が今日ではありません</State>
                <Button look="primary" disabled={isBusy} onClick={() => void act(() => renew(batch_no, id))}>
                  今日の日付で作り直す
                </Button>
              </>
            ) : (
              <>
                {is_kept && (
                  <Button disabled={isBusy} aria-label={`${file_name}をダウンロードする`} onClick={() => download(id)}>
                    ダウンロードする
                  </Button>
                )}
                <Button
                  look="quiet"
                  disabled={isBusy}
                  onClick={() => void act(() => api('POST /admin/v1/shipping/files/{id}/cancel', { params: { id } }))}
                >
                  使わずに取り消す
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {filters.map((program) => (
        <Button
          key={program}
          look="quiet"
          disabled={isBusy}
          onClick={() =>
            void act(async () =>
              downloadBytes(await api('GET /admin/v1/shipping/filters/{program}', { params: { program } })),
            )
          }
        >
          {CARRIER_PROGRAM_NAME[program]}の取込フィルタの項目表
        </Button>
      ))}
    </>
  )
}

interface ParcelProps {
  parcel: ShippingBatchParcel
  isBusy: boolean
  /** The scanner has just read this parcel. */
  isScanned: boolean
  checked: PieceCounts
  mayWrite: boolean
  hold(): void
  write(): void
}

function Parcel({ parcel, isScanned, checked, mayWrite, isBusy, hold, write }: ParcelProps) {
  const { shipment_no, order_no, pick_no, name, prefecture, contents, inserts, status } = parcel
  const writes = status === 'packed' ? '番号を登録' : '番号を直す'
  const mayBeWritten =
    parcel.rides_with === null &&
    (status === 'packed' ? !parcel.due_at && !parcel.is_cancel_asked && !parcel.is_address_asked : status === 'shipped')
  return (
    <li
      id={`parcel-${shipment_no}`}
      aria-current={isScanned || undefined}
      className={cx('flex flex-wrap items-start gap-x-4 gap-y-1 py-2', isScanned && 'bg-brass-tint')}
    >
      <span className="numeric w-10 text-lg">{pick_no}</span>
      <div className="min-w-0 flex-1 basis-[280px]">
        <p>
          {name} <span className="text-muted text-xs">{prefecture}</span>{' '}
          <span className="numeric text-muted text-xs">
            {shipment_no} / {order_no}
          </span>
        </p>
        <p>
          {contents.map((item) => `${item.shelf} ${item.name} ${item.quantity}点`.trim()).join('、')}
          {inserts.length > 0 && <span className="ml-2 text-muted">同梱 {inserts.join('、')}</span>}
        </p>
        {parcel.rides_with && <p className="text-muted">荷物 {parcel.rides_with} の箱に入れます。</p>}
        {parcel.carries.length > 0 && (
          <p className="text-muted">この箱に、{parcel.carries.join('番、')}番も入れます。</p>
        )}
      </div>
      <div className="flex flex-1 basis-[180px] flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <Inspection parcel={parcel} checked={checked} />
        <ParcelState parcel={parcel} />
        {mayWrite && mayBeWritten && (
          <Button look="quiet" disabled={isBusy} aria-label={`${shipment_no}の${writes}`} onClick={write}>
            {writes}
          </Button>
        )}
        {mayWrite && status === 'packed' && (
          <Button look="quiet" disabled={isBusy} aria-label={`${shipment_no}の出荷を止める`} onClick={hold}>
            止める
          </Button>
        )}
      </div>
    </li>
  )
}

/** 検品: kept in this tab, so that a reload does not lose it. */
function useCheckedPieces(batch_no: string) {
  const key = `checked-${batch_no}`
  const [checked, setChecked] = useState<Record<string, PieceCounts>>(() =>
    JSON.parse(sessionStorage.getItem(key) ?? '{}'),
  )
  const check = ({ shipment_no }: ShippingBatchParcel, product_sku_id: number) =>
    setChecked((before) => {
      const own = before[shipment_no] ?? {}
      const next = { ...before, [shipment_no]: { ...own, [product_sku_id]: (own[product_sku_id] ?? 0) + 1 } }
      sessionStorage.setItem(key, JSON.stringify(next))
      return next
    })
  return [checked, check] as const
}

function Inspection({ parcel, checked }: { parcel: ShippingBatchParcel; checked: PieceCounts }) {
  const { done, all } = checkedCount(parcel, checked)
  if (done === 0) return null
  return done === all ? <State tone="good">検品済み</State> : <State tone="attention">{`検品 ${done}/${all}点`}</State>
}

function ParcelState({ parcel }: { parcel: ShippingBatchParcel }) {
  const { status, tracking_no, tracking_url, is_cancel_asked, is_address_asked, is_exported, due_at, temperature } =
    parcel
  return (
    <div className="flex flex-wrap items-center gap-2">
      {temperature !== 'normal' && <State tone="attention">{TEMPERATURE_NAME[temperature]}</State>}
      {is_cancel_asked && <State tone="stuck">キャンセルのご希望</State>}
      {is_address_asked && <State tone="stuck">宛先の変更のご希望</State>}
      {status !== 'packed' ? (
        <State tone="good">発送済み</State>
      ) : due_at ? (
        <State tone="attention">集荷を待っています</State>
      ) : (
        <State>{is_exported ? '送り状番号を待っています' : '送り状はこれから'}</State>
      )}
      {tracking_no &&
        (tracking_url ? (
          <a href={tracking_url} target="_blank" rel="noreferrer" className="numeric text-link">
            {tracking_no}
          </a>
        ) : (
          <span className="numeric">{tracking_no}</span>
        ))}
    </div>
  )
}
