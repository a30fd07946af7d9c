import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/door.tsx'
import { useAction } from './use-action.ts'

/** Where a file of any of the carriers is dropped, or chosen; what it would do is shown before anything happens. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { act, isBusy, refusal } = useAction()
  const navigate = useNavigate()
  const take = (file: File | undefined) => {
    if (!file) return
    void act(async () => {
      const { id } = await api('POST /admin/v1/shipping/imports', { query: { file_name: file.name }, body: file })
      await navigate(`/shipping/imports/${id}`)
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
        take(event.dataTransfer.files[0])
      }}
    >
      <p className="mb-2">
        送り状ソフトの発行済データを、ここに置いてください。どのソフトのファイルかは自動で見分けます。
      </p>
      <Button isBusy={isBusy} disabled={isBusy} onClick={() => input.current?.click()}>
        ファイルを選ぶ
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="sr-only"
        tabIndex={-1}
        aria-label="発行済データ"
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="mt-2 text-left">
        <Refusal>{refusal}</Refusal>
      </div>
    </section>
  )
}
