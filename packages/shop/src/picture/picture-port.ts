export interface PictureFile {
  /** What stands behind the picture's path: `-640.webp`. */
  ending: string
  type: string
  content: Uint8Array
}

/** `goods`: cut to 4:5, on white. `logo`: whole within 4:1, and what is transparent stays so. */
export type PictureShape = 'goods' | 'logo'

/** 写真の変換: decodes what was uploaded and makes the files that the shop shows, without a trace of camera or place. */
export interface PictureMaker {
  /** @throws PictureRefused for what can't be decoded, or is larger than `mostPixels` */
  make(content: Uint8Array, mostPixels: number, shape: PictureShape): Promise<MadePicture>
}

/** Width and height of what came in. */
export interface MadePicture {
  width: number
  height: number
  files: PictureFile[]
}

/** Where the files of pictures lie: a folder, or a bucket. A file is never changed under its name. */
export interface PictureStore {
  put(name: string, file: { content: Uint8Array; type: string }): Promise<void>
  /** null: there is none of this name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** One that is gone already is no failure. */
  remove(name: string): Promise<void>
}

/** It is no picture that can be used; which of the reasons. */
export class PictureRefused extends Error {
  readonly reason: 'unreadable' | 'too_large'
  constructor(reason: PictureRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}
