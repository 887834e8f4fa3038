import { expect, test } from "vitest";
import { startSecond, videoId } from "./video";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ#x", "dQw4w9WgXcQ"],
  ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://youtu.be/dQw4w9WgXcQ?t=12", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/watch/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/v/dQw4w9WgXcQ?version=3", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/watch?list=PL01&index=3&v=dQw4w9WgXcQ&t=1m2s", "dQw4w9WgXcQ"],
  ["HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  // not a video
  ["https://www.youtube.com/", null],
  ["https://www.youtube.com/watch", null],
  ["https://www.youtube.com/watch?v=short", null],
  ["https://www.youtube.com/@channel/videos", null],
  ["https://youtu.be/", null],
  ["https://notyoutube.com/watch?v=dQw4w9WgXcQ", null],
  ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", null],
  ["https://evil.example\\@www.youtube.com/watch?v=dQw4w9WgXcQ", null],
  ["https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ", null],
  ["https://evil.example/youtu.be/dQw4w9WgXcQ", null],
  ["javascript://www.youtube.com/watch?v=dQw4w9WgXcQ", null],
  ["not an address", null],
])("%s shows %s", (address, id) => {
  expect(videoId(address)).toBe(id);
});

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=204s", 204],
  ["https://youtu.be/dQw4w9WgXcQ?t=75", 75],
  ["https://youtu.be/dQw4w9WgXcQ?t=1h2m3s", 3723],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ?start=30", 30],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", 0],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon", 0],
  ["nowhere", 0],
])("%s starts at second %d", (address, second) => {
  expect(startSecond(address)).toBe(second);
});
