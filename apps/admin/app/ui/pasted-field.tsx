import { useRef } from 'react'
import { type FieldValues, type Path, type PathValue, useFormContext } from 'react-hook-form'
import { Button } from './button.tsx'
import { TextAreaField } from './field.tsx'

interface PastedFieldProps<T extends FieldValues> {
  name: NoInfer<Path<T>>
  label: string
  hint: string
}

/** Lines that are typed, pasted from a sheet, or read from a text file or CSV. */
export function PastedField<T extends FieldValues = never>({ name, label, hint }: PastedFieldProps<T>) {
  const { setValue } = useFormContext<T>()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <TextAreaField<T> name={name} label={label} hint={hint} isRequired rows={6} />
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
            if (file) setValue(name, (await file.text()) as PathValue<T, Path<T>>, { shouldDirty: true })
            target.value = ''
          }}
        />
      </p>
    </>
  )
}
