import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from './button.tsx'
import { TextAreaField } from './field.tsx'

/** Lines that are typed, pasted from a sheet, or read from a text file or CSV. */
export function PastedField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const { setValue } = useFormContext()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <TextAreaField name={name} label={label} hint={hint} isRequired rows={6} />
      <p className="mb-4">
        <Button onClick={() => input.current?.click()}>CSVファイルから読む</Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-label={`${label}のCSVファイル`}
          onChange={async ({ target }) => {
            const [file] = target.files ?? []
            if (file) setValue(name, await file.text(), { shouldDirty: true })
            target.value = ''
          }}
        />
      </p>
    </>
  )
}
