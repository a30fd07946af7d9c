import { ApiError } from '@kushi/contract/client'
import { type ReactNode, useState } from 'react'
import { type FieldValues, type Path, useFormContext, useWatch } from 'react-hook-form'
import { api } from '../api.ts'
import { cx } from './cx.ts'
import { TextField } from './field.tsx'
import { type PrefixOf, useFieldError } from './field-error.ts'
import { PictureButton } from './picture-button.tsx'

interface PictureFieldProps<T extends FieldValues> {
  /** Prefix of `image_path`, `image_url` and `image_alt`: `items.0.`, or empty. */
  prefix: NoInfer<PrefixOf<T, 'image_path'>>
  label: string
}

/** One picture, uploaded as soon as it is chosen, with an alternative text. */
export function PictureField<T extends FieldValues = never>({ prefix, label }: PictureFieldProps<T>) {
  const names = { path: `${prefix}image_path`, url: `${prefix}image_url` }
  const path = useWatch({ name: names.path }) as string | null
  return (
    <OnePicture<FieldValues>
      names={names}
      label={label}
      call="POST /admin/v1/pictures"
      preview={{ width: 320, height: 400, className: 'aspect-4/5 w-24 object-cover' }}
    >
      {path && (
        <TextField<FieldValues>
          name={`${prefix}image_alt`}
          label={`${label}の説明`}
          maxLength={200}
          hint="写真が見えない方に読み上げられます。"
        />
      )}
    </OnePicture>
  )
}

interface OnePictureProps<T extends FieldValues> {
  /** Names of the fields in the form. */
  names: NoInfer<{ path: Path<T>; url: Path<T> }>
  label: string
  call: 'POST /admin/v1/pictures' | 'POST /admin/v1/logos'
  /** Size and class of the preview. */
  preview: { width: number; height: number; className: string }
  children: ReactNode
}

/** A picture to choose, preview, replace and remove. */
export function OnePicture<T extends FieldValues = never>({
  names,
  label,
  call,
  preview,
  children,
}: OnePictureProps<T>) {
  const { path: pathName, url: urlName }: { path: string; url: string } = names
  const { setValue } = useFormContext()
  const [path, url] = useWatch({ name: [pathName, urlName] }) as [string | null, string | null]
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const refused = useFieldError<FieldValues>(pathName)
  const put = (picture: { path: string; url: string } | null) => {
    setValue(pathName, picture?.path ?? null, { shouldDirty: true })
    setValue(urlName, picture?.url ?? null)
  }
  const upload = async (file: File) => {
    setState({ isBusy: true, error: null })
    try {
      put(await api(call, { body: file }))
      setState({ isBusy: false, error: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ isBusy: false, error: error.message })
    }
  }
  const error = state.error ?? refused
  return (
    <div className="mb-4 flex items-start gap-3">
      {url && <img {...preview} src={url} alt="" className={cx('bg-sand', preview.className)} />}
      <div className="grow">
        <div className="mb-2 flex items-center gap-3">
          <PictureButton label={path ? `${label}を替える` : `${label}を選ぶ`} onFile={(file) => void upload(file)} />
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
        {children}
      </div>
    </div>
  )
}
