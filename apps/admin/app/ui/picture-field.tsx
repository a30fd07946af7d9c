import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'
import { api } from '../api.ts'
import { TextField } from './field.tsx'

interface PictureFieldProps {
  /** Before `image_path`, `image_url` and `image_alt`: `items.0.`, or nothing. */
  prefix?: string
  label: string
}

/** One picture, uploaded as soon as it is chosen, with words for those who don't see it. */
export function PictureField({ prefix = '', label }: PictureFieldProps) {
  const { setValue, formState } = useFormContext()
  const [path, url] = useWatch({ name: [`${prefix}image_path`, `${prefix}image_url`] }) as [
    string | null,
    string | null,
  ]
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const refused = (get(formState.errors, `${prefix}image_path`) as { message?: string } | undefined)?.message
  const put = (picture: { path: string; url: string } | null) => {
    setValue(`${prefix}image_path`, picture?.path ?? null, { shouldDirty: true })
    setValue(`${prefix}image_url`, picture?.url ?? null)
  }
  const upload = async (file: File) => {
    setState({ isBusy: true, error: null })
    try {
      put(await api('POST /admin/v1/pictures', { body: file }))
      setState({ isBusy: false, error: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ isBusy: false, error: error.message })
    }
  }
  const error = state.error ?? refused
  return (
    <div className="mb-4 flex items-start gap-3">
      {url && <img src={url} alt="" width={320} height={400} className="aspect-4/5 w-24 bg-sand object-cover" />}
      <div className="grow">
        <div className="mb-2 flex items-center gap-3">
          <label className="tap inline-flex min-h-control items-center rounded-base border border-edge bg-surface px-3 focus-within:outline-2 focus-within:outline-ink hover:border-ink">
            {path ? `${label}を替える` : `${label}を選ぶ`}
            <input
              type="file"
              className="sr-only"
              accept="image/jpeg,image/png,image/webp,image/avif"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                if (file) void upload(file)
                currentTarget.value = ''
              }}
            />
          </label>
          {path && (
            <button type="button" className="tap text-link" onClick={() => put(null)}>
              {label}を外す
            </button>
          )}
          <span role="status" className="text-muted text-xs">
            {state.isBusy && 'アップロード中…'}
          </span>
        </div>
        {error && (
          <p role="alert" className="mb-2 text-danger text-xs">
            {error}
          </p>
        )}
        {path && (
          <TextField
            name={`${prefix}image_alt`}
            label={`${label}の説明`}
            maxLength={200}
            hint="写真が見えない方に読み上げられます。"
          />
        )}
      </div>
    </div>
  )
}
