import { ApiError } from '@kushi/contract/client'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Refusal } from './dialog.tsx'
import { useAction } from './use-action.ts'

interface FileDropProps<T> {
  /** What is taken in, for screen readers: the area, and its field. */
  label: string
  fieldLabel: string
  accept: string
  look?: ComponentProps<typeof Button>['look']
  children: ReactNode
  /** An ApiError names the file as unreadable, and the others go on. */
  send(file: File): Promise<T>
  /** When none was refused. */
  onSent?(sent: T[]): Promise<void>
}

/** Accepts dropped or chosen files. */
export function FileDrop<T>({ label, fieldLabel, accept, look = 'plain', children, send, onSent }: FileDropProps<T>) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [failedNames, setFailedNames] = useState<string[]>([])
  const { act, isBusy, refusal } = useAction()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    void act(async () => {
      const sent: T[] = []
      const refused: string[] = []
      for (const file of files)
        try {
          sent.push(await send(file))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          refused.push(`${file.name}: ${error.message}`)
        }
      setFailedNames(refused)
      if (refused.length === 0) await onSent?.(sent)
    })
  }
  return (
    <section
      aria-label={label}
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
      <p className="phrases mb-2">{children}</p>
      <Button look={look} isBusy={isBusy} disabled={isBusy} onClick={() => input.current?.click()}>
        ファイルを選ぶ
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={fieldLabel}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <div className="mt-2 text-left">
        <Refusal>{refusal}</Refusal>
        {failedNames.map((message) => (
          <Refusal key={message}>{message}</Refusal>
        ))}
      </div>
    </section>
  )
}
