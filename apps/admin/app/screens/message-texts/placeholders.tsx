import type { MessageTextDetail } from '@kushi/contract/admin/message-text'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import type { Values } from './values.ts'

interface PlaceholdersProps {
  placeholders: MessageTextDetail['placeholders']
  mayWrite: boolean
}

/** 差し込み: the placeholders for this text. A click inserts one at the cursor position in the body. */
export function Placeholders({ placeholders, mayWrite }: PlaceholdersProps) {
  const { getValues, setValue } = useFormContext<Values>()
  const insert = (name: string) => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=body]')
    const body = getValues('body')
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [body.length, body.length]
    setValue('body', `${body.slice(0, from)}{${name}}${body.slice(to)}`, { shouldDirty: true })
    field?.focus()
    field?.setSelectionRange(from + name.length + 2, from + name.length + 2)
  }
  return (
    <div className="mb-4">
      <h2 className="mb-1 font-gothic text-xs">差し込み(お客様ごとに置き換わります)</h2>
      <ul className="grid gap-1">
        {placeholders.map(({ name, hint, is_required }) => (
          <li key={name} className="grid grid-cols-[fit-content(50%)_1fr] items-center gap-x-2 text-xs">
            {mayWrite ? (
              <Button className="wrap-anywhere whitespace-normal! font-mono text-xs" onClick={() => insert(name)}>
                {`{${name}}`}
              </Button>
            ) : (
              <code className="wrap-anywhere">{`{${name}}`}</code>
            )}
            <span className="wrap-anywhere text-muted">
              {hint}
              {is_required && <span className="ml-1 text-danger">本文に必須</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
