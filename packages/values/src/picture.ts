/** Product pictures: each is kept as files of these widths at 4:5, in both formats, beside each other: `<path>-640.webp`. */
export const PICTURE_WIDTHS = [320, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export const pictureFileName = (
  path: string,
  width: (typeof PICTURE_WIDTHS)[number],
  format: (typeof PICTURE_FORMATS)[number],
): string => `${path}-${width}.${format}`

/** Every file of a picture. */
export const pictureFileNames = (path: string): string[] =>
  PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => pictureFileName(path, width, format)))
