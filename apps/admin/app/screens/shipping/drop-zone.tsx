import { ApiError } from '@kushi/contract/client'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Accepts a dropped or chosen file of any carrier. Its effects are shown before anything changes. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [unread, setUnread] = useState<string[]>([])
  const { act, isBusy, refusal } = useAction()
  const navigate = useNavigate()
  /**
   * Opens a single file at once; several files are listed on the desk. Names
   * unreadable files and continues with the others.
   */
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    void act(async () => {
      const ids: number[] = []
      const refused: string[] = []
      for (const file of files)
        try {
          const { id } = await api('POST /admin/v1/shipping/imports', { query: { file_name: file.name }, body: file })
          ids.push(id)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          refused.push(`${file.name}: ${error.message}`)
        }
      setUnread(refused)
      if (refused.length === 0) await navigate(ids.length === 1 ? `/shipping/imports/${ids[0]}` : '/shipping')
    })
  }
  return (
    <section
      aria-label="発行済データの取込"
      className={cx('rounded-base border border-dashed p-4 text-center', isOver ? 'border-ink bg-sand' : 'border-edge')}
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
        送り状ソフトの発行済データを、ここに置いてください。まとめて置いても、どのソフトのファイルかは自動で見分けます。
      </p>
      <Button isBusy={isBusy} disabled={isBusy} onClick={() => input.current?.click()}>
        ファイルを選ぶ
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".csv,text/csv"
        className="sr-only"
        tabIndex={-1}
        aria-label="発行済データ"
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
