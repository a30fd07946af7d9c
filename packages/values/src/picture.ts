/** Product pictures: each is stored at these widths at 4:5 and in both formats: `<path>-640.webp`. */
export const PICTURE_WIDTHS = [320, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** The folder of pictures that are stored at 1,600 px too. */
export const LARGE = 'large/'

/** The widths at which a picture is stored, which its folder tells. */
export const pictureWidths = (path: string): readonly number[] =>
  /(^|\/)large\//.test(path) ? [...PICTURE_WIDTHS, 1600] : PICTURE_WIDTHS

export const pictureFileName = (path: string, width: number, format: (typeof PICTURE_FORMATS)[number]): string =>
  `${path}-${width}.${format}`

/** Returns the names of all files of a picture. */
export const pictureFileNames = (path: string): string[] =>
  pictureWidths(path).flatMap((width) => PICTURE_FORMATS.map((format) => pictureFileName(path, width, format)))
