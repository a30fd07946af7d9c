import { MOST_SETTLEMENT_BYTES } from '@kushi/contract/admin/settlement'
import { ApiError } from '@kushi/contract/client'
import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Accepts dropped or chosen files; whose they are is recognised. */
export function DropFile() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [unread, setUnread] = useState<string[]>([])
  const { act, isBusy, refusal } = useAction()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    void act(async () => {
      const refused: string[] = []
      for (const file of files)
        try {
          if (file.size > MOST_SETTLEMENT_BYTES)
            throw new ApiError(413, { message: '40MBを超えています。分けて置いてください。' })
          await api('POST /admin/v1/settlement/files', { query: { name: file.name }, body: file })
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          refused.push(`${file.name}: ${error.message}`)
        }
      setUnread(refused)
    })
  }
  return (
    <section
      aria-label="入金のファイルの取込"
      className={cx(
        'mb-6 rounded-base border border-dashed p-4 text-center',
        isOver ? 'border-ink bg-sand' : 'border-edge',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <p className="phrases mb-2">
        Amazon
        Pay・NP後払い・PayPayの入金ファイルは、そのまま置いてください。GMO-PG・配送会社の代引・銀行などは、初めての形のときだけ列をうかがい、次から覚えておきます。
      </p>
      <Button look="primary" isBusy={isBusy} disabled={isBusy} onClick={() => input.current?.click()}>
        ファイルを選ぶ
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        className="sr-only"
        tabIndex={-1}
        aria-label="入金のファイル"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <div className="mt-2 text-left">
        <Refusal>{refusal}</Refusal>
        {unread.map((message) => (
          <Refusal key={message}>{message}</Refusal>
        ))}
      </div>
    </section>
  )
}
