import { INQUIRY_PHOTOGRAPH_LIMITS } from '@kushi/values/limits'
import { useSyncExternalStore } from 'react'
import { Field } from '../../ui/field.tsx'
import { addPhotographs, photographs, removePhotograph, subscribePhotographs } from './photograph-store.ts'

const { most, most_mb } = INQUIRY_PHOTOGRAPH_LIMITS

/** 写真: optional. They stay in this page until they are sent, because the browser's storage has no room for them. */
export function Photographs() {
  const { files, problem } = useSyncExternalStore(subscribePhotographs, photographs, photographs)
  return (
    <div className="grid gap-2">
      <Field
        label="写真"
        required={false}
        hint={`${most}枚まで、合計${most_mb}MBまで。商品の状態がわかる写真を添えられます。`}
        error={problem ?? undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple
            className="control"
            onChange={({ currentTarget }) => {
              addPhotographs([...(currentTarget.files ?? [])])
              // The same file can be chosen again after it was removed.
              currentTarget.value = ''
            }}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {files.map((file) => (
            <li key={`${file.name}${file.lastModified}`} className="flex items-center justify-between gap-4">
              <span className="min-w-0 break-all">{file.name}</span>
              <button
                type="button"
                className="text-link min-h-tap shrink-0"
                aria-label={`${file.name}を外す`}
                onClick={() => removePhotograph(file)}
              >
                外す
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
