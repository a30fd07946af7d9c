import { CSV_ENCODING_NAME, type CsvEncoding, MAX_EXPORT_ROWS } from '@kushi/contract/admin/csv'
import type { List } from '@kushi/contract/admin/list'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { download } from '../download.ts'
import { toast } from '../shell/toast.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog, Refusal } from '../ui/dialog.tsx'
import { listSelection } from './list-state.ts'

interface CsvProps {
  list: List & {
    name:
      | 'products'
      | 'stock'
      | 'customers'
      | 'orders'
      | 'subscriptions'
      | 'ledger'
      | 'settlement-lines'
      | 'settlement-claims'
  }
  mayTakeOut: boolean
  /** Left out: no import. */
  mayTakeIn?: boolean
}

/** CSV export of the list on screen, and the link to the import. */
export function Csv({ list, mayTakeOut, mayTakeIn = false }: CsvProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayTakeOut && <Button onClick={() => setOpen(true)}>CSVを出力</Button>}
      {mayTakeIn && <ButtonLink to={`/${list.name}/import`}>CSVを取り込む</ButtonLink>}
      <ExportDialog list={list} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function ExportDialog({ list, isOpen, onClose }: { list: CsvProps['list']; isOpen: boolean; onClose(): void }) {
  const [params] = useSearchParams()
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const startExport = async (path: Parameters<typeof download>[0]) => {
    setBusy(true)
    setError(null)
    try {
      await download(path, { filter: listSelection(list, params), encoding })
      toast('CSVを出力しました')
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="CSVを出力">
      <p className="mb-3">
        いま表示している絞り込みと並び順のまま、すべての行を出力します({MAX_EXPORT_ROWS.toLocaleString('ja-JP')}
        行まで)。出力したことは操作履歴に残ります。
      </p>
      <fieldset className="mb-4">
        <legend className="mb-1 text-xs">文字コード</legend>
        {Object.entries(CSV_ENCODING_NAME).map(([value, label]) => (
          <label key={value} className="tap flex min-h-row items-center gap-2">
            <input
              type="radio"
              name="encoding"
              className="size-4 accent-camellia"
              checked={encoding === value}
              onChange={() => setEncoding(value as CsvEncoding)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Refusal>{error}</Refusal>
      <Button
        look="primary"
        className="mt-3"
        isBusy={isBusy}
        disabled={isBusy}
        onClick={() => void startExport(`POST /admin/v1/${list.name}/export`)}
      >
        出力する
      </Button>
      {list.name === 'orders' && (
        <div className="mt-4 border-line border-t pt-3">
          <p className="mb-2 text-muted text-xs">
            商品1行ごとに、単価と割引の按分が入ります。お名前やご住所は入りません。
          </p>
          <Button
            isBusy={isBusy}
            disabled={isBusy}
            onClick={() => void startExport('POST /admin/v1/orders/items/export')}
          >
            商品ごとに出力する
          </Button>
        </div>
      )}
      {list.name === 'products' && (
        <div className="mt-4 border-line border-t pt-3">
          <p className="mb-2 text-muted text-xs">
            「○%OFF」の表示の根拠になる、価格の履歴です。同じ絞り込みの商品について出力します。
          </p>
          <Button
            isBusy={isBusy}
            disabled={isBusy}
            onClick={() => void startExport('POST /admin/v1/products/prices/export')}
          >
            価格の履歴を出力する
          </Button>
        </div>
      )}
    </Dialog>
  )
}
