import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, type Path, useController } from 'react-hook-form'
import { Claims } from './claims.tsx'
import { FieldHints, TextAreaField } from './field.tsx'
import { useFieldError } from './field-error.ts'
import { useReadOnly } from './form.tsx'
import './rich-text.css'

const Editor = lazy(() => import('./rich-text/editor.tsx'))

interface RichTextFieldProps<T extends FieldValues> {
  name: NoInfer<Path<T>>
  label: string
  /** Rows of the HTML text area. */
  rows: number
  hint?: string
}

/**
 * Text with headings, lists, tables and pictures, stored as HTML. An operator can also edit the HTML, and must do so if
 * the editor can't show all of it.
 */
export function RichTextField<T extends FieldValues = never>({ name, label, rows, hint }: RichTextFieldProps<T>) {
  const id = useId()
  const [isHtml, setHtml] = useState(false)
  const isReadOnly = useReadOnly()
  const { field } = useController<T>({ name })
  const value = String(field.value ?? '')
  const message = useFieldError<T>(name)
  const { html, turn: editorKey, keep: setOwnValue } = useExternalValue(value)
  const raw = (
    <TextAreaField<T>
      name={name}
      label={`${label}(HTML)`}
      rows={rows}
      spellCheck={false}
      className="[&_textarea]:font-mono [&_textarea]:text-xs"
      hint="見出し <h2>、段落 <p>、箇条書き <ul><li>、項目と説明 <dl><dt><dd>、表、リンク、画像が使えます。スクリプトや色の指定は取り除かれます。"
    />
  )
  const toggle = (
    <button type="button" className="tap text-link text-xs" onClick={() => setHtml(!isHtml)}>
      {isHtml ? '見たままで直す' : 'HTMLで直す'}
    </button>
  )
  if (isHtml)
    return (
      <div>
        <div className="flex justify-end">{toggle}</div>
        {raw}
      </div>
    )
  return (
    <div className="mb-4">
      <div className="mb-1 flex flex-wrap items-end justify-between gap-x-3">
        <span id={`${id}-label`} className="font-medium text-xs">
          {label}
        </span>
        {toggle}
      </div>
      <Suspense
        fallback={
          <p aria-busy="true" className="min-h-60 text-muted text-xs">
            編集欄を用意しています…
          </p>
        }
      >
        <Editor
          key={editorKey}
          html={html}
          isReadOnly={isReadOnly}
          handle={field.ref}
          tied={{
            'aria-labelledby': `${id}-label`,
            'aria-invalid': message !== undefined,
            'aria-describedby': `${id}-hint ${id}-error`,
          }}
          onChange={(typed) => {
            setOwnValue(typed)
            field.onChange(typed)
          }}
        >
          <p role="status" className="mb-2 rounded-base border border-brass bg-brass-tint px-3 py-2 text-xs">
            この文章には、見たままでは直せないHTMLが使われています。HTMLのまま直してください。
          </p>
          {raw}
        </Editor>
      </Suspense>
      <Claims<T> name={name} />
      <FieldHints id={id} hint={hint} message={message} />
    </div>
  )
}

/** The initial text of the editor. Restarts the editor when the form gets a text that was not typed there. */
function useExternalValue(value: string) {
  const own = useRef(value)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (value === own.current) return
    own.current = value
    setTurn((n) => n + 1)
  }, [value])
  return {
    html: own.current,
    turn,
    keep(typed: string) {
      own.current = typed
    },
  }
}
