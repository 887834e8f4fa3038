import { expect, test } from "vitest";
import { videoId } from "./video";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ#x", "dQw4w9WgXcQ"],
  ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://youtu.be/dQw4w9WgXcQ?t=12", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  // not a video
  ["https://www.youtube.com/", null],
  ["https://www.youtube.com/watch", null],
  ["https://www.youtube.com/watch?v=short", null],
  ["https://www.youtube.com/@channel/videos", null],
  ["https://youtu.be/", null],
  ["https://notyoutube.com/watch?v=dQw4w9WgXcQ", null],
  ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", null],
  ["not an address", null],
])("%s shows %s", (address, id) => {
  expect(videoId(address)).toBe(id);
});
